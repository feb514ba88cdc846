import { type Bench, refusedKeys } from './bench.ts';
import { lookForEffects } from './effects.ts';
import { firstBurst, overshootOf } from './first-burst.ts';
import {
  keepReset,
  keepRetryAfter,
  promisesAtOnce,
  promisesSoon,
  secondBurst,
  spendRemaining,
} from './promises.ts';
import { askUntilRefused, settle, trickle } from './used-up.ts';

/**
 * Measures the limit per minute of one key over about two windows. `neighbour`: whether other keys are tested
 * meanwhile. `apartMs`: the delay of the other requests after the first ones.
 */
export async function measureKey(
  bench: Bench,
  key: number,
  { neighbour, apartMs = 0 }: { readonly neighbour: boolean; readonly apartMs?: number },
): Promise<void> {
  const asked = neighbour ? neighboursOf(bench, key) : [];
  // Shows that the quotas of other keys are full just before this one is exhausted.
  const refused = await firstBurst(bench, key, async () => {
    if (apartMs > 0) {
      await bench.waitOut(bench.wire.now(), apartMs, 'requests of a window that are not all of one moment');
    }
    await askAll(bench, asked);
  });
  const unusable = refusedKeys(bench.timeline, asked);
  const others = asked.filter((other) => !unusable.includes(other));
  // Immediately, because later requests could fall into another window.
  await askAll(bench, others);
  bench.expectedEndMs = Math.max(bench.expectedEndMs, bench.wire.now() + 2.1 * bench.plan.minuteMs);
  if (refused) {
    await trickle(bench, key);
    await settle(bench, key);
  }
  const soon = refused && promisesSoon(bench, key);
  let admitted = soon && (await keepShortPromises(bench, key));
  // The key of the run must not be exhausted.
  for (const other of others.filter((each) => each !== 0)) {
    await spendNeighbour(bench, other);
  }
  if (!refused) {
    return;
  }
  if (!soon) {
    admitted = await keepRetryAfter(bench, key);
  }
  const isOver = admitted ? await spendRemaining(bench, key) : null;
  const isOpen = await openAgain(bench, key, isOver);
  // Without a Reset to wait for, the key of the run can still read a list.
  if (!isOpen && others.includes(0)) {
    await lookForEffects(bench, 0);
  }
}

/** Attempts after an immediate `Retry-After`: a bucket may serve one request by chance. */
const mostChances = 3;

async function keepShortPromises(bench: Bench, key: number): Promise<boolean> {
  for (let count = 1; ; count += 1) {
    const isAtOnce = promisesAtOnce(bench, key);
    const isKept = await keepRetryAfter(bench, key);
    if (!isKept || !isAtOnce || count === mostChances) {
      return isKept;
    }
    await askUntilRefused(bench, key);
  }
}

async function askAll(bench: Bench, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    await askNeighbour(bench, key);
  }
}

/** `isOpen` and the result: whether a request was admitted in another window; `null` if none was sent. */
async function openAgain(bench: Bench, key: number, isOpen: boolean | null): Promise<boolean> {
  const before = bench.timeline.length;
  if (!(isOpen ?? (await keepReset(bench, key)))) {
    return false;
  }
  await lookForEffects(bench, key);
  await secondBurst(bench, key, bench.timeline.length - before + (isOpen === null ? 0 : 1));
  return true;
}

const lists = 2;
/** Requests of another key beyond its limit. */
const mostOvershoot = 5;

/**
 * The keys of other accounts that are tested while this one is exhausted: one of the same plan, and the key of the run.
 */
function neighboursOf({ plan }: Bench, key: number): number[] {
  const other = plan.keys.find((candidate) => candidate !== key);
  return [...(plan.neighbour ? [0] : []), ...(other === undefined ? [] : [other])];
}

/** Sends few requests, because the measurement must not use up the key of the run. */
async function askNeighbour(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < lists; count += 1) {
    await bench.send(key, 'listPets', 'neighbour');
  }
}

/** Exhausts the quota of another key of the plan, while this one is exhausted. */
async function spendNeighbour(bench: Bench, key: number): Promise<void> {
  const { plan } = bench;
  await askNeighbour(bench, key);
  const remaining = bench.lastAnswered(key)?.remaining ?? Number.NaN;
  const left = remaining >= 0 && remaining <= plan.perMinute ? remaining : plan.perMinute - lists;
  const overshoot = Math.min(mostOvershoot, overshootOf(bench));
  await bench.mixedBurst(key, 'neighbour', left, { beyond: overshoot, mostRefused: overshoot + 1 });
}
