import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';

/** The status with the fewest known animals; in a tie, the last one in the document. */
export function rarestStatus({ history }: Check): (typeof petStatuses)[number] {
  const known = [...history.seen].map(
    ({ creation, listed }) => (creation?.reading ?? listed?.reading)?.status,
  );
  const count = (status: string): number => known.filter((one) => one === status).length;
  const [rarest = 'sold'] = petStatuses.toReversed().toSorted((left, right) => count(left) - count(right));
  return rarest;
}
