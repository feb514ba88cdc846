import type { Bench } from './bench.ts';
import { lookForEffects } from './effects.ts';
import { firstBurst } from './first-burst.ts';
import { askNeighbour, neighbourOf, spendNeighbour } from './neighbour.ts';
import { keepReset, keepRetryAfter, secondBurst, spendRemaining } from './promises.ts';
import { settle, trickle } from './used-up.ts';

/** Measures the minute of one key: about two windows of it. `neighbour`: whether another key is asked meanwhile. */
export async function measureKey(
  bench: Bench,
  key: number,
  { neighbour }: { readonly neighbour: boolean },
): Promise<void> {
  const other = neighbour ? neighbourOf(bench, key) : null;
  if (other === 0) {
    await askNeighbour(bench, other);
  } else if (other !== null) {
    // Its own quota is seen to be full before this one's is touched.
    await bench.send(other, 'listPets', 'neighbour');
  }
  const refused = await firstBurst(bench, key);
  bench.expectedEndMs = Math.max(bench.expectedEndMs, bench.wire.now() + 2.1 * bench.plan.minuteMs);
  if (refused) {
    await trickle(bench, key);
    await settle(bench, key);
  }
  if (other === 0) {
    await askNeighbour(bench, other);
  } else if (other !== null) {
    await spendNeighbour(bench, other);
  }
  if (refused) {
    await keepPromises(bench, key);
  }
}

async function keepPromises(bench: Bench, key: number): Promise<void> {
  if (await keepRetryAfter(bench, key)) {
    await spendRemaining(bench, key);
  }
  const before = bench.timeline.length;
  if (await keepReset(bench, key)) {
    await lookForEffects(bench, key);
    await secondBurst(bench, key, bench.timeline.length - before);
  }
}
