import type { QuotaRequest } from '../quota-wire.ts';
import { isServed, type TimelineEntry } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { waitForNextWindow } from './first-burst.ts';
import { fallenSilent } from './measurement.ts';

/** The part of the minute's limit that is used. */
const pace = 0.95;
/** Requests beyond the daily limit. */
const beyond = 5;
/** The maximum length of a day whose next start is awaited. */
const quickDayMs = 600_000;
/** The maximum number of refusals by the limit per minute to wait out; there should be none. */
const mostMinuteRefusals = 5;
/** Consecutive requests without a response after which the service is gone. */
const unansweredToBeGone = 10;

/** Exhausts the daily limit, paced below the limit per minute, without creations. */
export async function measureDay(bench: Bench, key: number): Promise<void> {
  const { plan } = bench;
  await waitForNextWindow(bench, key, 'a full minute quota, before the daily limit is measured');
  const intervalMs = plan.minuteMs / (pace * plan.perMinute);
  for (let refusals = 0; refusals < mostMinuteRefusals; refusals += 1) {
    const wanted = requestsWanted(bench, key, intervalMs);
    bench.expectedEndMs = bench.wire.now() + Math.max(beyond, wanted - plan.perDay) * intervalMs;
    const refusal = await pacedUntilRefused(bench, key, wanted, intervalMs);
    if (refusal === null || !isOfMinute(bench, refusal)) {
      await askNextDay(bench, key, refusal);
      return;
    }
    const spanMs = refusal.retryAfterMs;
    await bench.waitOut(
      refusal.answeredAtMs,
      spanMs <= 2 * plan.minuteMs ? spanMs : plan.minuteMs,
      'the limit per minute to reset',
    );
  }
}

/** Tests whether a short day opens again. */
async function askNextDay(bench: Bench, key: number, refusal: TimelineEntry | null): Promise<void> {
  const { plan } = bench;
  if (refusal === null || plan.dayMs > quickDayMs) {
    return;
  }
  const at = bench.surelyAfter(refusal.reset, plan.dayMs + 2000);
  if (at !== null) {
    await bench.waitUntil(at, 'the day to end');
    await bench.send(key, 'listPets', 'reset');
  }
}

/**
 * Twice the daily limit plus the possible refill and a margin, minus earlier admissions: only a service without a daily
 * limit admits that many, because one day edge may be within. All others refuse earlier.
 */
function requestsWanted({ plan, timeline }: Bench, key: number, intervalMs: number): number {
  const admitted = timeline.filter((entry) => entry.key === key && isServed(entry)).length;
  const refill = Math.ceil((2 * plan.perDay * plan.perDay * intervalMs) / plan.dayMs);
  return Math.max(beyond, 2 * plan.perDay + refill + beyond - admitted);
}

/**
 * Resolves with the first 429, or `null`.
 *
 * @throws {MeasurementEnded} if the service stops responding.
 */
async function pacedUntilRefused(
  bench: Bench,
  key: number,
  wanted: number,
  intervalMs: number,
): Promise<TimelineEntry | null> {
  let sent = 0;
  let refusal: TimelineEntry | null = null;
  let unanswered = 0;
  await bench.wire.paced({
    intervalMs,
    next: (): QuotaRequest | null => {
      if (refusal !== null || sent === wanted || unanswered >= unansweredToBeGone) {
        return null;
      }
      sent += 1;
      const operation = bench.random() < 0.3 ? 'getPet' : 'listPets';
      return { key, operation: bench.servable(operation), phase: 'day' };
    },
    answered: (entry) => {
      const { status } = entry;
      if (status === 429) {
        refusal ??= entry;
      }
      unanswered = status === 0 ? unanswered + 1 : 0;
      bench.reportPhase('day');
    },
  });
  if (unanswered >= unansweredToBeGone) {
    throw fallenSilent(key);
  }
  return refusal;
}

/** Whether a refusal concerns the limit per minute, by its numbers or otherwise by its wait. */
function isOfMinute({ plan }: Bench, refusal: TimelineEntry): boolean {
  if (plan.perDay !== plan.perMinute && refusal.limit === plan.perDay) {
    return false;
  }
  return !(refusal.retryAfterMs > 1.5 * plan.minuteMs + 2000);
}
