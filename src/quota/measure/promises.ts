import { skewMs } from '../judge/skewed-clock.ts';
import { isServed, type TimelineEntry } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { announcesRemaining } from './calibrate.ts';
import { resetsLate, waitForNextWindow } from './first-burst.ts';

/** The longest `Retry-After` that is over before requests of other keys, in ms. */
const soonMs = 3000;
/** Requests beyond the limit that the burst of another window sends at most. */
const secondOvershoot = 10;
/** The rounding of two dates to seconds, in ms. */
const dateCutMs = 2000;

/** Whether the `Retry-After` of the last 429 is too short to test other keys meanwhile. */
export function promisesSoon(bench: Bench, key: number): boolean {
  const refusal = bench.lastAnswered(key, (status) => status === 429);
  return refusal !== null && refusal.retryAfterMs <= Math.min(soonMs, bench.plan.minuteMs / 4);
}

/** Whether the last 429 permits an immediate retry. */
export function promisesAtOnce(bench: Bench, key: number): boolean {
  const refusal = bench.lastAnswered(key, (status) => status === 429);
  return refusal?.retryAfterMs === 0;
}

/** Sends one request after the `Retry-After` of the last 429. `false` without one, or if it was refused. */
export async function keepRetryAfter(bench: Bench, key: number): Promise<boolean> {
  const refusal = bench.lastAnswered(key, (status) => status === 429);
  if (refusal === null) {
    return false;
  }
  await waitOutRefusal(bench, refusal);
  return isServed(await bench.send(key, 'listPets', 'retry'));
}

/**
 * Sends as many requests at once as `Remaining` announces: all must be admitted. At the start of a window, sends one of
 * them later: this extends only windows that every request renews. Resolves with whether another window followed, so
 * that a request was admitted; `null` if not tested.
 */
export async function spendRemaining(bench: Bench, key: number): Promise<boolean | null> {
  const left = announcedLeft(bench, key) ?? 0;
  const times = left < bench.plan.perMinute / 2 ? null : renewalTimes(bench, key);
  const size = times === null ? left : left - 1;
  if (size > 0) {
    await bench.mixedBurst(key, 'spend', size, { beyond: 0, mostRefused: 3 });
  }
  return times === null ? null : await outlast(bench, key, times);
}

/** When to send a request that may renew a window, and when the window must end nevertheless. */
interface RenewalTimes {
  readonly renewAtMs: number;
  readonly overAtMs: number;
}

/** The shares of a window that pass before the later request, and between it and the end, at least. */
const earliestRenewal = 0.3;
const latestRenewal = 0.15;

/** `null` without a `Reset` to wait for, or with one before the end of the window, which is tested separately. */
function renewalTimes(bench: Bench, key: number): RenewalTimes | null {
  const { plan, wire } = bench;
  const beganMs = wire.now();
  const overAtMs = bench.surelyAfter(bench.lastAnswered(key)?.reset ?? Number.NaN);
  if (overAtMs === null || overAtMs < bench.surelyOverAfter(beganMs, plan.minuteMs)) {
    return null;
  }
  const latestMs = (1 - latestRenewal) * plan.minuteMs;
  const renewAtMs = Math.max(beganMs + earliestRenewal * plan.minuteMs, overAtMs - latestMs);
  return renewAtMs > beganMs + latestMs ? null : { renewAtMs, overAtMs };
}

async function outlast(
  bench: Bench,
  key: number,
  { renewAtMs, overAtMs }: RenewalTimes,
): Promise<boolean | null> {
  const { plan, timeline } = bench;
  const resetBefore = bench.lastAnswered(key)?.reset ?? Number.NaN;
  await bench.waitUntil(renewAtMs, 'one request later in the window, which must not renew it');
  const entry = await bench.send(key, 'listPets', 'renew');
  if (!isServed(entry)) {
    return null;
  }
  // After the burst, the bounds of the server's clock may be wider.
  const knownOverAtMs = bench.surelyAfter(resetBefore);
  await bench.waitUntil(Math.max(overAtMs, knownOverAtMs ?? overAtMs), 'the window to end');
  const isOver = await isReset(bench, key);
  if (!isOver && timeline.at(-1)?.status === 429) {
    await keepBusy(bench, key);
    return false;
  }
  const movedMs = 1000 * (entry.reset - resetBefore);
  // If `Reset` moved with the request, the new time is still ahead.
  return isOver && movedMs > (earliestRenewal / 2) * plan.minuteMs ? null : isOver;
}

/** The times of later requests of a busy key, in windows: by the last, no limiter remembers the first. */
const busyAfter = [0.6, 1.2, 1.8, 2.4, 3] as const;
const settledAfterWindows = 3.1;
const maxOccasionalRequests = 3;

/** Uses nearly all of a full quota, then sends single requests: after three windows a few more must be served. */
async function keepBusy(bench: Bench, key: number): Promise<void> {
  const { plan } = bench;
  const size = plan.perMinute - busyAfter.length - 1;
  if (size < 1) {
    return;
  }
  const fromMs = bench.wire.now();
  bench.expectedEndMs = fromMs + (1 + settledAfterWindows) * plan.minuteMs;
  await bench.waitOut(fromMs, plan.minuteMs, 'a full quota, to see whether each request renews the window');
  const beganMs = bench.wire.now();
  await bench.mixedBurst(key, 'spend', size, { beyond: 0, mostRefused: 3 });
  for (const windows of busyAfter) {
    await bench.waitUntil(beganMs + windows * plan.minuteMs, 'occasional requests below the limit');
    await bench.send(key, 'listPets', 'renew');
  }
  await bench.waitUntil(beganMs + settledAfterWindows * plan.minuteMs, 'occasional requests below the limit');
  for (let sent = 0; sent < maxOccasionalRequests; sent += 1) {
    const entry = await bench.send(key, 'listPets', 'reset');
    if (!isServed(entry)) {
      return;
    }
  }
}

/**
 * Sends one request after the announced `Reset`; if that is later than a window, also one after a window, when only a
 * sliding counter or a limiter in steps is not full. `false` if refused, or if the time can't be waited for.
 */
export async function keepReset(bench: Bench, key: number): Promise<boolean> {
  const { plan, wire } = bench;
  if (resetsLate(bench, key)) {
    await bench.waitOut(wire.now(), plan.minuteMs, 'a window to end, because X-RateLimit-Reset is later');
    const entry = await bench.send(key, 'listPets', 'reset');
    if (isServed(entry) && entry.remaining >= plan.perMinute - 1) {
      return true;
    }
  }
  await waitForNextWindow(bench, key, 'the time of X-RateLimit-Reset');
  return await isReset(bench, key);
}

/**
 * Sends the rest of another window in a burst, and a few more requests. `sent`: the requests of that window so far,
 * which are subtracted from the limit if no response announces the remaining requests of the minute.
 */
export async function secondBurst(bench: Bench, key: number, sent: number): Promise<void> {
  const { plan } = bench;
  const overshoot = Math.min(secondOvershoot, plan.overshoot, plan.refusedInARow - bench.refusedInARow(key));
  if (overshoot <= 0) {
    return;
  }
  const left = announcedLeft(bench, key) ?? Math.max(0, plan.perMinute - sent);
  await bench.mixedBurst(key, 'burst', left, { beyond: overshoot, mostRefused: overshoot });
}

/** Waits for the announced time, or for a minute if it is missing or too far away. */
async function waitOutRefusal(bench: Bench, refusal: TimelineEntry): Promise<void> {
  const { plan } = bench;
  const at = refusal.answeredAtMs;
  const spanMs = refusal.retryAfterMs;
  const longestMs = 1.5 * plan.minuteMs + 2000;
  if (spanMs <= longestMs) {
    const reason = 'the time of Retry-After';
    if (refusal.retryAfterForm === 'date') {
      await bench.waitOut(at, spanMs + dateCutMs, reason);
    } else {
      await bench.waitOutExactly(at, spanMs, reason);
    }
  } else if (Number.isNaN(spanMs)) {
    const reset = bench.surelyAfter(refusal.reset);
    await bench.waitUntil(reset ?? at + plan.minuteMs, 'the window to end');
  } else {
    await bench.waitOut(at, plan.minuteMs, 'the window to end, because Retry-After is later');
  }
}

/** A `Reset` that is over sooner than this share of a window is not that of a window from its first request. */
const soonShare = 0.6;

/**
 * Sends one request after the announced `Reset`; if it is refused, another one once `Reset` is over by a clock that is behind.
 * A window that its first request begins can be measured only if the next one begins at once. A `Reset` that is over
 * sooner is tested by one late request, because the refusal of an early one may announce another `Reset`.
 */
async function isReset(bench: Bench, key: number): Promise<boolean> {
  const { plan, wire } = bench;
  const waitedMs = wire.now() - (bench.lastAnswered(key)?.answeredAtMs ?? wire.now());
  if (waitedMs >= soonShare * plan.minuteMs) {
    const first = await bench.send(key, 'listPets', 'reset');
    const overAtMs = first.status === 429 ? bench.surelyAfter(first.reset) : null;
    if (overAtMs === null || overAtMs > first.answeredAtMs) {
      return isServed(first);
    }
  }
  const atMs = wire.now() + skewMs(plan.minuteMs);
  await bench.waitUntil(atMs, 'X-RateLimit-Reset by a clock that is behind');
  return isServed(await bench.send(key, 'listPets', 'reset'));
}

/** The remaining requests of the minute that the last response announced, or `null`. */
function announcedLeft(bench: Bench, key: number): number | null {
  const last = bench.lastAnswered(key);
  return last !== null && announcesRemaining(bench, last)
    ? Math.min(last.remaining, bench.plan.perMinute)
    : null;
}
