import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';

/** The status with the fewest known animals; in a tie, the last one in the document. */
export function rarestStatus({ session }: Check): (typeof petStatuses)[number] {
  const counts = petStatuses.toReversed().map((status) => ({ status, count: 0 }));
  for (const { creation, listed: shown } of session.history.seen) {
    const status = (creation?.reading ?? shown?.reading)?.status;
    const known = counts.find((one) => one.status === status);
    if (known !== undefined) {
      known.count += 1;
    }
  }
  return counts.toSorted((left, right) => left.count - right.count)[0]?.status ?? 'sold';
}
