import type { Decoration } from '../parts.ts';
import { internalError, Problem } from '../problem.ts';
import { store } from './decorations.ts';
import { type Fault, violating } from './fault.ts';
import { everything, matching } from './store-decorations.ts';

/** Caches that an id has no animal. */
function remembering(isRemembered: (id: bigint) => boolean, forMs: number): Decoration {
  return store((inner, { clock }) => {
    const unknown = new Map<bigint, number>();
    return {
      async get(id) {
        const untilMs = unknown.get(id) ?? Number.NEGATIVE_INFINITY;
        if (clock.now() < untilMs) {
          return undefined;
        }
        const pet = await inner.get(id);
        if (pet === undefined && isRemembered(id)) {
          unknown.set(id, clock.now() + forMs);
        }
        return pet;
      },
    };
  });
}

/** Refuses a filtered list whose limit, except the default, equals the number of its animals. */
function refusingFullPages(fewest: number, problem: () => Problem): Decoration {
  return store((inner) => ({
    async list(query) {
      const { length } = matching(await everything(inner), { ...query, limit: Number.POSITIVE_INFINITY });
      if (query.status !== undefined && query.limit !== 20 && query.limit === length && length >= fewest) {
        throw problem();
      }
      return inner.list(query);
    },
  }));
}

/** Faults of cached 404s, and of lists whose limit equals the number of their animals. */
export const rememberedAbsence: readonly Fault[] = [
  ...violating(['get/returns-created'], 'ample-allowance').by({
    'unknown-id-remembered-10-s': remembering(() => true, 10_000),
    // A 404 for an id below 2^31 is cached forever.
    'unknown-id-remembered': remembering((id) => id > 0n && id < 2n ** 31n, Number.POSITIVE_INFINITY),
  }),
  ...violating(
    ['list/limit-with-status', 'errors/no-server-error', 'responses/documented-status'],
    'ample-allowance',
  ).by({
    // A filtered list whose limit equals the number of its animals returns 500.
    'limit-of-all-crashes': refusingFullPages(1, internalError),
  }),
  ...violating(['list/limit-with-status', 'responses/documented-status'], 'ample-allowance').by({
    // A filtered list of three or more animals whose limit equals their number returns 404.
    'limit-of-all-404': refusingFullPages(3, () => new Problem(404, 'no_page', 'There is no further page.')),
  }),
];
