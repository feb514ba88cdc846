import { boundsOfDate, type ClockBounds } from '../../exchange/server-clock.ts';
import type { Timeline } from '../timeline.ts';
import { drift, timerMs } from './limiter-model.ts';

/** The assumed error of clocks that contradict each other, in ms. */
const severalClocksMs = 2000;

/**
 * The bounds of the server's clock from each `Date` of the wanted entries, which is truncated to the second and written
 * between sending and receipt; `null` without any. Where they contradict each other, for a busy server may write a
 * `Date` that is no longer true and processes may have a clock each, the bounds are wide.
 */
export function clockOfDates(timeline: Timeline, wanted: (index: number) => boolean): ClockBounds | null {
  let leastMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.POSITIVE_INFINITY;
  let lowestMs = Number.POSITIVE_INFINITY;
  let highestMs = Number.NEGATIVE_INFINITY;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < timeline.length; index += 1) {
    const dateMs = timeline.dateMs(index);
    if (!Number.isNaN(dateMs) && !timeline.cached(index) && wanted(index)) {
      const sent = timeline.sentAtMs(index);
      const answered = timeline.answeredAtMs(index);
      const bounds = boundsOfDate(dateMs, sent, answered);
      leastMs = Math.max(leastMs, bounds.leastMs);
      mostMs = Math.min(mostMs, bounds.mostMs);
      lowestMs = Math.min(lowestMs, bounds.leastMs);
      highestMs = Math.max(highestMs, bounds.mostMs);
      firstMs = Math.min(firstMs, sent);
      lastMs = Math.max(lastMs, answered);
    }
  }
  if (firstMs > lastMs) {
    return null;
  }
  const blurMs = timerMs + drift * (lastMs - firstMs);
  if (leastMs - blurMs > mostMs + blurMs) {
    // The clock of each process is within the bounds of its own dates.
    return {
      leastMs: Math.max(mostMs - severalClocksMs, lowestMs) - blurMs,
      mostMs: Math.min(leastMs + severalClocksMs, highestMs) + blurMs,
    };
  }
  return { leastMs: Math.min(leastMs, mostMs) - blurMs, mostMs: Math.max(leastMs, mostMs) + blurMs };
}

/** Because clocks drift, the long phase of the daily limit is not used for the minutes before it. */
export function isOfMinute(timeline: Timeline): (index: number) => boolean {
  return (index) => timeline.phase(index) !== 'day';
}
