import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import { getPetMayBeGone, type Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/suite/check.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';

/** The operations that a run may request, and that the service must serve at that time. */
export function operationsOf({ readOnly }: RunOptions, now = new Date()): readonly Operation[] {
  return [
    ...(readOnly ? [] : (['createPet'] as const)),
    ...(getPetMayBeGone({ startedAt: now.toISOString() }) ? [] : (['getPet'] as const)),
    'listPets',
  ];
}

/** The status with the fewest known animals; in a tie, the last one in the document. */
export function rarestStatus({ history }: Check): (typeof petStatuses)[number] {
  const known = [...history.seen].map(
    ({ creation, listed }) => (creation?.reading ?? listed?.reading)?.status,
  );
  const count = (status: string): number => known.filter((one) => one === status).length;
  const [rarest = 'sold'] = petStatuses.toReversed().toSorted((left, right) => count(left) - count(right));
  return rarest;
}
