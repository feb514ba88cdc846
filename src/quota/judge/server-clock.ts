import type { QuotaJudgement } from '../judgement.ts';
import type { Timeline } from '../timeline.ts';
import { drift } from './quota-figures.ts';

/** How far clocks that contradict one another are taken to be off, in ms. */
const severalClocksMs = 2_000;

/**
 * Bounds the server's clock less the timeline's, from every `Date`: it is cut to whole seconds, and was written
 * between sending and receipt. `null` without one. Where the bounds contradict one another, several clocks
 * answered, and the bounds are wide.
 */
export function serverClock(timeline: Timeline, entries: Iterable<number>): QuotaJudgement['clock'] {
  let leastMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.POSITIVE_INFINITY;
  let lowestMs = Number.POSITIVE_INFINITY;
  let highestMs = Number.NEGATIVE_INFINITY;
  let firstMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  for (const index of entries) {
    const dateMs = timeline.dateMs(index);
    if (Number.isNaN(dateMs) || timeline.cached(index)) {
      continue;
    }
    const least = dateMs - timeline.answeredAtMs(index);
    const most = dateMs + 1000 - timeline.sentAtMs(index);
    leastMs = Math.max(leastMs, least);
    mostMs = Math.min(mostMs, most);
    lowestMs = Math.min(lowestMs, least);
    highestMs = Math.max(highestMs, most);
    firstMs = Math.min(firstMs, timeline.sentAtMs(index));
    lastMs = Math.max(lastMs, timeline.answeredAtMs(index));
  }
  if (firstMs > lastMs) {
    return null;
  }
  const driftMs = (lastMs - firstMs) * drift;
  return leastMs <= mostMs + 2 * driftMs
    ? { leastMs: Math.min(leastMs, mostMs) - driftMs, mostMs: Math.max(leastMs, mostMs) + driftMs }
    : { leastMs: lowestMs - severalClocksMs, mostMs: highestMs + severalClocksMs };
}
