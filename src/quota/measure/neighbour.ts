import type { Bench } from './bench.ts';
import { overshootOf } from './first-burst.ts';

const lists = 2;
/** Requests of another key beyond its limit, which need not be shown to be enforced once more. */
const mostOvershoot = 5;

/** The keys of other accounts that are asked while this one's quota is used up: one of the plan, that of the run. */
export function neighboursOf({ plan }: Bench, key: number): number[] {
  const other = plan.keys.find((candidate) => candidate !== key);
  return [...(plan.neighbour ? [0] : []), ...(other === undefined ? [] : [other])];
}

/** Asks a few times only: the allowance of the key of the run is not for this measurement. */
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
