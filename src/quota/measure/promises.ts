import type { Bench } from './bench.ts';
import { waitForNextWindow } from './first-burst.ts';

/** A `Retry-After` of no more than this is over before other keys have been asked, in ms. */
const soonMs = 3000;
/** Requests beyond the limit that the burst of another window sends at most. */
const secondOvershoot = 10;
/** A date is cut to the second, and so is the answer's own. */
const dateCutMs = 2000;

/** Whether the last 429 asks to come back before other keys could be asked meanwhile. */
export function promisesSoon(bench: Bench, key: number): boolean {
  const refusal = bench.lastAnswered(key, (status) => status === 429);
  return (
    refusal !== null && bench.timeline.retryAfterMs(refusal) <= Math.min(soonMs, bench.plan.minuteMs / 4)
  );
}

/** Asks once, after the time that the last 429 gave. `false` where there was none, or where it was refused. */
export async function keepRetryAfter(bench: Bench, key: number): Promise<boolean> {
  const refusal = bench.lastAnswered(key, (status) => status === 429);
  if (refusal === null) {
    return false;
  }
  await waitOutRefusal(bench, refusal);
  return await isAdmitted(bench, key, 'retry');
}

/** As many at once as `Remaining` promises, and no more: all must be admitted. */
export async function spendRemaining(bench: Bench, key: number): Promise<void> {
  const left = announcedLeft(bench, key) ?? 0;
  if (left > 0) {
    await bench.mixedBurst(key, 'spend', left, { tail: 0, creations: 0, mostRefused: 3 });
  }
}

/** Asks once, after the time that `Reset` gave. `false` where it was refused, or could not be waited for. */
export async function keepReset(bench: Bench, key: number): Promise<boolean> {
  await waitForNextWindow(bench, key, 'the time of X-RateLimit-Reset');
  return await isAdmitted(bench, key, 'reset');
}

/**
 * What is left of another window, at once, and a little more. `sent`: the requests of that window so far, which
 * are taken off the limit where no answer says what is left of the minute.
 */
export async function secondBurst(bench: Bench, key: number, sent: number): Promise<void> {
  const { plan } = bench;
  const overshoot = Math.min(secondOvershoot, plan.overshoot, plan.refusedInARow - bench.refusedInARow(key));
  if (overshoot <= 0) {
    return;
  }
  const left = announcedLeft(bench, key) ?? Math.max(0, plan.perMinute - sent);
  await bench.mixedBurst(key, 'burst', left + overshoot, {
    tail: overshoot,
    creations: 0,
    mostRefused: overshoot,
  });
}

/** A time that is missing, or absurdly far off, is not waited for: a minute is as long as any window. */
async function waitOutRefusal(bench: Bench, refusal: number): Promise<void> {
  const { timeline, plan } = bench;
  const at = timeline.answeredAtMs(refusal);
  const spanMs = timeline.retryAfterMs(refusal);
  const longestMs = 1.5 * plan.minuteMs + 2000;
  if (spanMs <= longestMs) {
    const reason = 'the time of Retry-After';
    if (timeline.retryAfterForm(refusal) === 'date') {
      await bench.waitOut(at, spanMs + dateCutMs, reason);
    } else {
      await bench.waitOutExactly(at, spanMs, reason);
    }
  } else if (Number.isNaN(spanMs)) {
    const reset = bench.surelyAfter(timeline.reset(refusal));
    await bench.waitUntil(reset ?? at + plan.minuteMs, 'the window to end');
  } else {
    await bench.waitOut(at, plan.minuteMs, 'the window to end, for Retry-After is further off than that');
  }
}

async function isAdmitted(bench: Bench, key: number, phase: 'retry' | 'reset'): Promise<boolean> {
  return bench.timeline.served(await bench.send(key, 'listPets', phase));
}

/** What the last answer says is left of the minute, `null` where it doesn't. */
function announcedLeft(bench: Bench, key: number): number | null {
  const { timeline, plan } = bench;
  const last = bench.lastAnswered(key);
  if (last === null || timeline.limit(last) !== plan.perMinute || Number.isNaN(timeline.remaining(last))) {
    return null;
  }
  return Math.min(timeline.remaining(last), plan.perMinute);
}
