import { describe, expect, it } from 'vitest';
import { allDecisions } from '../../../src/quota/judge/permitted-limiters.ts';
import { slidingLog } from '../../../src/quota/judge/sliding-log.ts';
import { atOnce, counterWith, ledgerOf, type Span, spans } from './ledger-of.ts';

/** Clocks may be off by 50 ms over a window of a second. */
const allowance = { limit: 3, windowMs: 1_000, slackMs: 30, tickMs: 20 };
const explains = (refused: readonly Span[], admitted: readonly Span[], demand = allDecisions) =>
  slidingLog.explains([counterWith(refused, admitted)], allowance, demand);

describe('a sliding log', () => {
  it('may be closed for a window by what it refused, from the first or from each', () => {
    const refused = (...moments: number[]) => moments.map((atMs): Span => [atMs, atMs]);
    const filled = atOnce(3, 0);
    // Some that were admitted late: they count for nothing that was refused.
    expect(explains(refused(500, 1_400), filled)).toBe(true);
    expect(explains(refused(500, 1_551), filled)).toBe(false);
    expect(explains(refused(500, 1_400, 2_300), filled)).toBe(true);
    expect(explains(refused(500, 1_400, 2_451), filled)).toBe(false);
  });

  it('gives back what leaves the window, refused or not', () => {
    const ledger = ledgerOf([[300, 310]], spans('0..10 100..110 200..210'));
    const restored = (fromMs: number, toMs: number) =>
      slidingLog.mostRestored(ledger, allowance, fromMs, toMs);
    expect([restored(1_060, 1_150), restored(1_061, 1_150), restored(1_061, 1_049)]).toEqual([3, 2, 0]);
    expect([
      restored(1_300, 1_249),
      restored(1_300, 1_250),
      restored(1_360, 1_250),
      restored(1_361, 1_250),
    ]).toEqual([0, 1, 1, 0]);
  });

  it('rests for a window, and announces its end', () => {
    expect([slidingLog.restsMs(allowance), slidingLog.latestResetMs(allowance)]).toEqual([970, 1000]);
    expect([slidingLog.kind, slidingLog.announcesEnd]).toEqual(['sliding log', false]);
  });

  it('may count refused requests, admit meanwhile, and refuse later because of that count', () => {
    const refusals = (...spans: Span[]) => explains(spans, [...atOnce(3, 0), [1_045, 1_045]]);
    const twice: Span[] = spans('500..500 500..500');
    // The two refused requests and the admitted one fill the log until the two are older than the window.
    expect(refusals(...twice)).toBe(true);
    expect([refusals(...twice, [1_540, 1_540]), refusals(...twice, [1_551, 1_551])]).toEqual([true, false]);
    expect(refusals([500, 500], [1_540, 1_540])).toBe(false);
  });
});
