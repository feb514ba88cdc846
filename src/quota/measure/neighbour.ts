import type { Bench } from './bench.ts';
import { overshootOf } from './first-burst.ts';

const lists = 2;
/** Requests of another key beyond its limit, which need not be shown to be enforced once more. */
const mostOvershoot = 5;

/** The key of another account that is asked while this one's quota is used up, or `null`. */
export function neighbourOf({ plan }: Bench, key: number): number | null {
  const other = plan.keys.find((candidate) => candidate !== key);
  return other ?? (plan.neighbour ? 0 : null);
}

/** Asks with the key of the run, whose allowance is not for this measurement, a few times only. */
export async function askNeighbour(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < lists; count += 1) {
    await bench.send(key, 'listPets', 'neighbour');
  }
}

/** Spends the whole quota of another key of the plan, while this one's is used up. */
export async function spendNeighbour(bench: Bench, key: number): Promise<void> {
  const { plan, timeline } = bench;
  await askNeighbour(bench, key);
  const last = bench.lastAnswered(key);
  const remaining = last === null ? Number.NaN : timeline.remaining(last);
  const left = remaining >= 0 && remaining <= plan.perMinute ? remaining : plan.perMinute - lists;
  const overshoot = Math.min(mostOvershoot, overshootOf(bench));
  await bench.mixedBurst(key, 'neighbour', left + overshoot, {
    tail: overshoot,
    creations: 0,
    mostRefused: overshoot + 1,
  });
}
