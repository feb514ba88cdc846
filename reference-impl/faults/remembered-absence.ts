import { Problem } from '../problem.ts';
import { crash, store } from './decorations.ts';
import { type Decoration, type Fault, fault } from './fault.ts';
import { everything, matching } from './listing-decorations.ts';

const ample = { needs: 'ample-allowance' };

/** Remembers ids that had no animal. */
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

/** Refuses lists of a status whose limit, other than the default, is the number of its animals. */
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

const later = { ...ample, mayViolate: ['get/stable', 'list/agrees-with-get'] };

/** Services that remember that there was no animal, and lists of as many animals as there are. */
export const rememberedAbsence: readonly Fault[] = [
  fault(
    'unknown-id-remembered-10-s',
    'A 404 is cached for 10 s by its id, also when an animal gets that id.',
    ['get/returns-created'],
    remembering(() => true, 10_000),
    later,
  ),
  fault(
    'unknown-id-remembered',
    'A filter remembers ids below 2^31 that had no animal.',
    ['get/returns-created'],
    remembering((id) => id > 0n && id < 2n ** 31n, Number.POSITIVE_INFINITY),
    later,
  ),
  fault(
    'limit-of-all-crashes',
    'A filtered list with a limit of exactly as many animals as there are returns 500.',
    ['list/limit-with-status', 'errors/no-server-error', 'responses/documented-status'],
    refusingFullPages(1, crash),
    ample,
  ),
  fault(
    'limit-of-all-404',
    'A filtered list with a limit of as many animals as there are, three or more, returns 404.',
    ['list/limit-with-status', 'responses/documented-status'],
    refusingFullPages(3, () => new Problem(404, 'no_page', 'There is no further page.')),
    ample,
  ),
];
