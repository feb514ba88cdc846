import { max } from 'd3-array';
import { crossedEdge } from '../judge/window-labels.ts';
import { isRefusal } from '../refusal-fields.ts';
import { isServed, type TimelineEntry } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { calibrate } from './calibrate.ts';
import { keyName, type MeasuredBurst, MeasurementEnded } from './measurement.ts';

/** Refusals that are kept for the phases after the burst. */
const keptRefusals = 6;
/** The maximum number of animals that one burst creates. */
const creations = 8;
/** The number of requests from which slowness is not accidental. */
const manyRequests = 10_000;
/** The maximum number of repetitions of a burst that spans an edge or lost responses. */
const repeats = 2;
/**
 * Sends the whole quota of a key and a little more concurrently. Repeats a burst that spans a window edge, or
 * lost responses that another engine would not lose. Resolves with whether anything was refused.
 */
export async function firstBurst(
  bench: Bench,
  key: number,
  beforehand: () => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; ; attempt += 1) {
    const left = await calibrate(bench, key);
    await beforehand();
    const from = bench.timeline.length;
    if (refusalsLeft(bench, key) <= 0) {
      return true;
    }
    const startedAtMs = bench.wire.now();
    const burst = await bench.mixedBurst(key, 'burst', left, {
      beyond: overshootOf(bench),
      creations,
      mostRefused: refusalsLeft(bench, key),
    });
    assertPlacesServe(bench, key, from);
    const isTooSlow = burst.asked > manyRequests && bench.wire.now() - startedAtMs > bench.plan.minuteMs;
    const refused = isRefusedSince(bench, key, from);
    const again = crossedEdge(bench.entriesSince(key, from), bench.plan.minuteMs) || isLossy(burst);
    if (isTooSlow) {
      // Another one would not use it up either.
      return refused;
    }
    if (!again || attempt === repeats) {
      return refused || (await topUp(bench, key));
    }
    bench.expectedEndMs += bench.plan.minuteMs;
    await waitForNextWindow(bench, key, 'the burst has to be made again from a full quota');
  }
}

/** Requests beyond the limit that one burst may send. */
export function overshootOf({ plan }: Bench): number {
  return Math.max(1, Math.min(plan.overshoot, plan.refusedInARow - keptRefusals));
}

/**
 * Waits until a window is over that began with the newest request, or until the `Reset` announced: the latest one of the
 * responses to requests in flight together. It may be two windows off, as that of a sliding counter.
 */
export async function waitForNextWindow(bench: Bench, key: number, reason: string): Promise<void> {
  const at = bench.surelyAfter(latestReset(bench, key), longestResetMs(bench));
  if (at !== null) {
    await bench.waitUntil(at, reason);
  } else {
    await bench.waitOut(bench.wire.now(), bench.plan.minuteMs, reason);
  }
}

/** Whether the `Reset` announced is more than a window off, and can be awaited nevertheless. */
export function resetsLate(bench: Bench, key: number): boolean {
  const reset = latestReset(bench, key);
  return bench.surelyAfter(reset) === null && bench.surelyAfter(reset, longestResetMs(bench)) !== null;
}

function longestResetMs({ longestWaitMs, plan }: Bench): number {
  return longestWaitMs + plan.minuteMs;
}

/**
 * The latest `Reset` of the responses received after the newest request was sent, in s since 1970; NaN if none has one,
 * or the newest response is about the limit of the day.
 */
function latestReset(bench: Bench, key: number): number {
  const { timeline, plan } = bench;
  const last = bench.lastAnswered(key);
  if (last === null || last.limit !== plan.perMinute) {
    return Number.NaN;
  }
  const underWay = timeline.filter((entry) => entry.key === key && entry.answeredAtMs >= last.sentAtMs);
  return max(underWay, ({ reset }) => reset) ?? Number.NaN;
}

/** The number of consecutive refusals that a burst may add. */
function refusalsLeft(bench: Bench, key: number): number {
  return bench.plan.refusedInARow - keptRefusals - bench.refusedInARow(key);
}

/** autocannon loses the answers of a server that closes connections; undici does not. */
function isLossy(burst: MeasuredBurst): boolean {
  return burst.engine === 'autocannon' && burst.unanswered > 0;
}

/**
 * If nothing was refused, sends a second burst: a small one exhausts a bucket that refilled as quickly as it was used;
 * otherwise more than two windows' worth distinguishes a missing limit from a window edge.
 */
async function topUp(bench: Bench, key: number): Promise<boolean> {
  const { timeline, plan } = bench;
  const last = bench.lastAnswered(key);
  if (last === null || bench.refusedInARow(key) > 1) {
    return false;
  }
  const { remaining } = last;
  const left = remaining > 0 && remaining < plan.perMinute / 2 ? remaining : plan.perMinute;
  const from = timeline.length;
  await bench.mixedBurst(key, 'burst', left, {
    beyond: overshootOf(bench),
    creations: 2,
    mostRefused: refusalsLeft(bench, key),
  });
  return isRefusedSince(bench, key, from);
}

function isRefusedSince(bench: Bench, key: number, from: number): boolean {
  return bench.entriesSince(key, from).some(({ status }) => status === 429);
}

/**
 * Ends a measurement whose burst a further place did not take part in: it answered nothing, rejected the key, or
 * returned what neither serves nor limits a request.
 *
 * @param from the first entry of the burst
 * @throws {MeasurementEnded}
 */
function assertPlacesServe(bench: Bench, key: number, from: number): void {
  // A limiter that refuses with a wrong status is no fault of the address; only 401 says that no key is known there.
  const takesPart = (entry: TimelineEntry): boolean =>
    isServed(entry) || (entry.status !== 401 && isRefusal(entry.status));
  for (let place = 1; place < bench.places; place += 1) {
    const there = bench.entriesSince(key, from).filter((entry) => entry.place === place);
    if (there.length > 0 && !there.some(takesPart)) {
      const status = there.map(({ status }) => status).findLast((status) => status !== 0) ?? 0;
      const answer = status === 0 ? 'did not respond' : `returned ${status}`;
      throw new MeasurementEnded(
        `place ${place} ${answer} to all requests of ${keyName(key)}: pass an address of the same service, which accepts the same keys`,
      );
    }
  }
}
