import type { Case } from './case.ts';

/** How many requests of one key were under way at once when its limit was reached first; 0 where it never was. */
export function overlapAtLimit({ keys, plan, timeline }: Case): number {
  let most = 0;
  for (const { trace } of keys) {
    const { ledger, chains } = trace;
    const nth = ledger.sure.answered[plan.perMinute - 1];
    const moments = [nth, ...chains.map(({ startMs }) => startMs)].filter((moment) => moment !== undefined);
    for (const moment of chains.length === 0 ? [] : moments) {
      let overlap = 0;
      for (const index of ledger.entries) {
        if (timeline.sentAtMs(index) <= moment && timeline.answeredAtMs(index) >= moment) {
          overlap += 1;
        }
      }
      most = Math.max(most, overlap);
    }
  }
  return most;
}
