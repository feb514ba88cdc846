import fc from 'fast-check';
import type { Check } from '../../src/runner/check.ts';
import { sampleOf } from '../../src/runner/examples.ts';
import { amounts } from '../plan.ts';
import { refusedCreations } from '../requirements.ts';
import type { InvalidCreation } from './invalid-creation.ts';
import { invalidCreations, refusesCreation } from './invalid-creations.ts';

/** The maximum number of requests in a run that combines cases, within one minute of the plan Free. */
const mostRequests = 55;

/** The number of requests that the run sends after this scenario to a conforming service. */
function requestsToCome({ session }: Check): number {
  const { history } = session;
  const statuses = new Set(history.created.map(({ creation }) => creation?.sent.status ?? 'none'));
  const showsSold = !session.unreached('list/status-filter').some((text) => text.includes('sold'));
  const ownToCome = history.created.length + creationsToCome;
  const animals = history.distinctAnimals + creationsToCome;
  // Further lists will show further animals of it.
  const isPaged = history.distinctAnimals - history.created.length > history.longestList;
  return (
    requestsAtLeast +
    ['available', 'pending', 'none'].filter((status) => !statuses.has(status)).length +
    (showsSold ? 0 : 1) +
    // Who refuses all odd names may refuse the one of digits that comes yet, and no odd animal has been read.
    (session.unreached('create/text-exact').length > 0 ? 2 : 0) +
    // Limit 50 if the store can fill it, which then replaces limit 1.
    (history.longestList <= 50 && history.longestList + ownToCome > 50 ? 1 : 0) +
    // The list without limit; where pages are small again, and with the limit 20.
    (animals > 20 || isPaged ? (history.longestList < 20 ? 3 : 1) : 0) +
    // Three limits out of range, and none that is no integer; and an animal is read that the list of its status shows.
    (animals > 100 ? 3 : 0)
  );
}

const requestsAtLeast = 13;
const creationsToCome = 3;

interface Further {
  readonly id: string;
  readonly example: InvalidCreation;
  /** The number of more effective cases of the same requirement. */
  readonly rank: number;
}

function placeOf({ example, rank }: Further): number {
  return example.isEffective === true ? -1 : rank;
}

/**
 * Spends the remaining requests of the minute on invalid creations that no check has sent. The seed selects the
 * requirements, so that runs with other seeds try others; of each requirement it sends the most effective cases first.
 */
export async function refusesFurther(check: Check): Promise<void> {
  const { session } = check;
  const pool = refusedCreations
    .filter((id) => check.isSelected(id))
    .flatMap((id): Further[] =>
      // The varieties of runs with an ample allowance send the others.
      invalidCreations[id].faults
        .slice(check.as(id).plan.cases, amounts[id].cases.normal)
        .map((fault, rank) => ({ id, example: fault(check.plainPet(check.refusedStatus)), rank })),
    );
  const left = mostRequests - session.target.requestsSent - requestsToCome(check);
  const [drawn = []] = sampleOf(check, fc.shuffledSubarray(pool, { minLength: pool.length }), 1);
  const chosen = drawn.toSorted((one, other) => placeOf(one) - placeOf(other)).slice(0, Math.max(0, left));
  for (const { id, example } of chosen) {
    await refusesCreation(check, () => example, check.as(id));
  }
}
