import { boundsOfDate, type ClockBounds } from '../../exchange/server-clock.ts';
import type { Timeline } from '../timeline.ts';
import { drift, timerMs } from './limiter-model.ts';

/** How far several clocks that contradict each other are taken to be off, in ms. */
const severalClocksMs = 2000;

/**
 * The bounds of the server's clock from every `Date`, which is truncated to the second and written between sending and
 * receipt; `null` without any. Because clocks drift, the long phase of the daily limit is not used for earlier minutes.
 */
export function serverClock(timeline: Timeline): ClockBounds | null {
  let leastMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.POSITIVE_INFINITY;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < timeline.length; index += 1) {
    const dateMs = timeline.dateMs(index);
    if (!Number.isNaN(dateMs) && !timeline.cached(index) && timeline.phase(index) !== 'day') {
      const sent = timeline.sentAtMs(index);
      const answered = timeline.answeredAtMs(index);
      const bounds = boundsOfDate(dateMs, sent, answered);
      leastMs = Math.max(leastMs, bounds.leastMs);
      mostMs = Math.min(mostMs, bounds.mostMs);
      firstMs = Math.min(firstMs, sent);
      lastMs = Math.max(lastMs, answered);
    }
  }
  if (firstMs > lastMs) {
    return null;
  }
  const blurMs = timerMs + drift * (lastMs - firstMs);
  if (leastMs - blurMs > mostMs + blurMs) {
    return { leastMs: mostMs - severalClocksMs, mostMs: leastMs + severalClocksMs };
  }
  return { leastMs: Math.min(leastMs, mostMs) - blurMs, mostMs: Math.max(leastMs, mostMs) + blurMs };
}
