import { boundsOfDate, type ClockBounds } from '../../exchange/server-clock.ts';
import type { Timeline } from '../timeline.ts';
import { drift, timerMs } from './limiter-model.ts';

/** The assumed error of clocks that contradict each other, in ms. */
const severalClocksMs = 2000;

/**
 * The bounds of the server's clock from each `Date`, which is truncated to the second and written
 * between sending and receipt; `null` without any. Where they contradict each other, for a busy server may write a
 * `Date` that is no longer true and processes may have a clock each, the bounds are wide.
 */
export function clockOfDates(timeline: Timeline): ClockBounds | null {
  let leastMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.POSITIVE_INFINITY;
  let lowestMs = Number.POSITIVE_INFINITY;
  let highestMs = Number.NEGATIVE_INFINITY;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const { dateMs, cached, sentAtMs, answeredAtMs } of timeline) {
    if (!Number.isNaN(dateMs) && !cached) {
      const bounds = boundsOfDate(dateMs, sentAtMs, answeredAtMs);
      leastMs = Math.max(leastMs, bounds.leastMs);
      mostMs = Math.min(mostMs, bounds.mostMs);
      lowestMs = Math.min(lowestMs, bounds.leastMs);
      highestMs = Math.max(highestMs, bounds.mostMs);
      firstMs = Math.min(firstMs, sentAtMs);
      lastMs = Math.max(lastMs, answeredAtMs);
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
