import fc from 'fast-check';
import type { Check } from '../../src/runner/check.ts';
import { sampleOf } from '../../src/runner/examples.ts';
import { freshCases, refusesBody } from './refusals.ts';
import { type RefusedExample, type RefusedExamples, refusedExamples } from './refused-examples.ts';

/** So many requests a run of effort `smoke` sends at most: within one minute of the plan Free. */
const mostRequests = 55;

/** What such a run sends after the refused creations, to a service that conforms. */
function requestsToCome({ session }: Check): number {
  const { history } = session;
  const statuses = new Set(history.created.map(({ creation }) => creation?.sent.status ?? 'none'));
  const showsSold = !session.unreached('list/status-filter').some((text) => text.includes('sold'));
  const animals = history.distinctAnimals + creationsToCome;
  return (
    requestsAtLeast +
    ['available', 'pending', 'none'].filter((status) => !statuses.has(status)).length +
    (showsSold ? 0 : 1) +
    // Who refuses all odd names may refuse the one of digits that comes yet.
    (session.unreached('create/text-exact').length > 0 ? 1 : 0) +
    (animals > 20 ? 2 : 0) +
    (animals > 100 ? 1 : 0)
  );
}

const requestsAtLeast = 12;
const creationsToCome = 2;

interface Further {
  readonly id: string;
  readonly example: RefusedExample;
  /** How many of the same requirement are more telling. */
  readonly rank: number;
}

/**
 * Spends what is left of the requests of a run of effort `smoke` on refused creations that no check has sent: of
 * requirements drawn by the seed the most telling ones, so that the next run tries others.
 */
export async function refusesFurther(check: Check): Promise<void> {
  const { session } = check;
  const pool = Object.entries<RefusedExamples>(refusedExamples)
    .filter(([id]) => session.options.selected.includes(id))
    .flatMap(([id, { make, count }]): Further[] =>
      freshCases(check, make)
        .slice(check.amount(count))
        .map((example, rank) => ({ id, example, rank })),
    );
  const left = mostRequests - session.target.requestsSent - requestsToCome(check);
  const [drawn = []] = sampleOf(check, fc.shuffledSubarray(pool, { minLength: pool.length }), 1);
  const chosen = drawn.toSorted((one, other) => one.rank - other.rank).slice(0, Math.max(0, left));
  for (const { id, example } of chosen) {
    await refusesBody(check, example, check.as(id));
  }
}
