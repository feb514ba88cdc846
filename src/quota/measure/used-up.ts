import { isServed } from '../timeline.ts';
import type { Bench } from './bench.ts';

const mostTrickled = 4;
const mostSettling = 6;
/** The share of a minute that the trickle may take. */
const shareOfMinute = 0.35;

/**
 * A few requests to a quota that was just exhausted, so late that a bucket must have refilled one for each: a bucket
 * admits them, and all other limiters refuse them.
 */
export async function trickle(bench: Bench, key: number): Promise<void> {
  const fromMs = bench.lastAnswered(key)?.answeredAtMs ?? bench.wire.now();
  for (let count = 1; count <= mostTrickled; count += 1) {
    const afterMs = refilledAfterMs(bench, count);
    if (afterMs > longestTrickleMs(bench) || !mayBeRefused(bench, key)) {
      return;
    }
    await bench.waitUntil(fromMs + afterMs, 'whether the quota is refilled by the second');
    await bench.send(key, count === 2 ? 'createPet' : 'listPets', 'trickle');
  }
}

/** How long a quota must stay exhausted after a burst for the trickle to be in the same window, in ms. */
export function trickleMs(bench: Bench): number {
  return Math.min(longestTrickleMs(bench), refilledAfterMs(bench, mostTrickled));
}

/** The time when an emptied bucket has certainly refilled this many, for any resolution of its clock. */
function refilledAfterMs({ plan, tickMs }: Bench, count: number): number {
  return 1.3 * tickMs + count * (plan.minuteMs / plan.perMinute + tickMs / 10);
}

function longestTrickleMs({ plan }: Bench): number {
  return plan.minuteMs * shareOfMinute;
}

/** Sends single requests until a 429, and a small burst if the quota refills meanwhile. */
export async function settle(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < mostSettling; count += 1) {
    if (lastIsRefusal(bench, key) || !mayBeRefused(bench, key)) {
      return;
    }
    await bench.send(key, count === 0 ? 'createPet' : 'listPets', 'settle');
  }
  const left = leftOf(bench, key);
  if (!lastIsRefusal(bench, key) && left < bench.plan.perMinute / 4) {
    if (left > 0) {
      await bench.mixedBurst(key, 'settle', left, { beyond: 3, mostRefused: 3 });
    }
    await askUntilRefused(bench, key);
  }
}

/** If no response announces the remaining requests, at most as many as were restored during the trickle. */
function leftOf(bench: Bench, key: number): number {
  const said = bench.lastAnswered(key)?.remaining ?? Number.NaN;
  return Number.isNaN(said) ? mostSettling : said;
}

const mostAlone = 3;

/** Sends single requests until one is refused: only the `Retry-After` of a lone request can be tested. */
export async function askUntilRefused(bench: Bench, key: number): Promise<void> {
  for (let count = 0; count < mostAlone && mayBeRefused(bench, key); count += 1) {
    if (!isServed(await bench.send(key, 'listPets', 'settle'))) {
      return;
    }
  }
}

function lastIsRefusal(bench: Bench, key: number): boolean {
  return bench.lastAnswered(key)?.status === 429;
}

/** Two are kept for the requests after `Retry-After` and `Reset`. */
function mayBeRefused(bench: Bench, key: number): boolean {
  return bench.refusedInARow(key) < bench.plan.refusedInARow - 2;
}
