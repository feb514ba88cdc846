import { describe, expect, it } from 'vitest';
import { admissionsOnly, allDecisions, refusalsOnly } from '../../../src/quota/judge/permitted-limiters.ts';
import { slidingLog } from '../../../src/quota/judge/sliding-log.ts';
import { atOnce, counterWith, ledgerOf, type Span, spans } from './ledger-of.ts';

/** Clocks may be off by 50 ms over a window of a second. */
const allowance = { limit: 3, windowMs: 1_000, slackMs: 30, tickMs: 20 };
const explains = (refused: readonly Span[], admitted: readonly Span[], demand = allDecisions) =>
  slidingLog.explains([counterWith(refused, admitted)], allowance, demand);

describe('a sliding log', () => {
  it('admits the limit in a window', () => {
    const fourth = (answeredMs: number): Span[] => [
      [0, 5],
      [1, 6],
      [2, 7],
      [10, answeredMs],
    ];
    expect(explains([], fourth(950))).toBe(false);
    expect(explains([], fourth(951))).toBe(true);
    expect(explains([], fourth(950), refusalsOnly)).toBe(true);
    expect(explains([], fourth(950).slice(1))).toBe(true);
    expect(explains([], [...fourth(951), [955, 960]])).toBe(true);
    expect(explains([], [...atOnce(1, 0), ...atOnce(3, 960), ...atOnce(1, 961)])).toBe(false);
  });

  it('refuses what comes after the limit in the window before', () => {
    const filled: Span[] = spans('0..10 100..110 200..210');
    expect(explains([[1_060, 1_070]], filled)).toBe(true);
    expect(explains([[1_061, 1_070]], filled)).toBe(false);
    expect(explains([[1_061, 1_070]], filled, admissionsOnly)).toBe(true);
    expect(explains([[190, 200]], filled)).toBe(true);
    expect(explains([[190, 199]], filled)).toBe(false);
    expect(explains(spans('300..310 1061..1070'), filled.slice(1))).toBe(false);
  });

  it('may count what it refused', () => {
    const again: Span[] = [...atOnce(3, 0), [1_200, 1_201], [1_210, 1_211]];
    expect(explains(spans('100..170 1220..1221'), again)).toBe(true);
    expect(explains(spans('100..169 1220..1221'), again)).toBe(false);
    expect(explains(spans('100..170 1220..1221'), again.slice(1))).toBe(false);
  });

  it('may be closed for a window by what it refused, from the first or from each', () => {
    const refused = (...moments: number[]) => moments.map((atMs): Span => [atMs, atMs]);
    const filled = atOnce(3, 0);
    // Some that were admitted late: they count for nothing that was refused.
    expect(explains(refused(500, 1_400), filled)).toBe(true);
    expect(explains(refused(500, 1_551), filled)).toBe(false);
    expect(explains(refused(500, 1_400, 2_300), filled)).toBe(true);
    expect(explains(refused(500, 1_400, 2_451), filled)).toBe(false);
  });

  it('is one for each counter', () => {
    const both = (demand: typeof allDecisions, ...counters: Parameters<typeof counterWith>[]) =>
      slidingLog.explains(
        counters.map((one) => counterWith(...one)),
        allowance,
        demand,
      );
    expect(both(admissionsOnly, [[], atOnce(3, 0)], [[], atOnce(4, 0)])).toBe(false);
    expect(both(admissionsOnly, [[], atOnce(3, 0)], [[], atOnce(3, 0)])).toBe(true);
    expect(both(refusalsOnly, [atOnce(1, 5), atOnce(3, 0)], [atOnce(1, 5), atOnce(2, 0)])).toBe(false);
    expect(both(refusalsOnly, [atOnce(1, 5), atOnce(3, 0)], [atOnce(1, 5), atOnce(3, 0)])).toBe(true);
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

  it('counts what it refused as what it admitted, all but the refusal itself', () => {
    const counted = (...moments: number[]) =>
      explains(
        moments.map((atMs): Span => [atMs, atMs]),
        [...atOnce(3, 0), [2_900, 2_900]],
      );
    // Three of the second before that, and at 2,900 only the last.
    expect(counted(500, 600, 700, 1_300, 1_400, 1_480, 2_200)).toBe(true);
    expect(counted(500, 600, 700, 1_300, 1_400, 2_200)).toBe(false);
  });

  it('may count refused requests, admit meanwhile, and refuse later because of that count', () => {
    const refusals = (...spans: Span[]) => explains(spans, [...atOnce(3, 0), [1_045, 1_045]]);
    const twice: Span[] = spans('500..500 500..500');
    // The two refused requests and the admitted one fill the log until the two are older than the window.
    expect(refusals(...twice)).toBe(true);
    expect([refusals(...twice, [1_540, 1_540]), refusals(...twice, [1_551, 1_551])]).toEqual([true, false]);
    expect(refusals([500, 500], [1_540, 1_540])).toBe(false);
  });

  it('may block from the first refusal only, with more refusals before it reopens', () => {
    const closed = (againMs: number) =>
      explains(spans('500..500 1400..1400'), [...atOnce(3, 0), [againMs, againMs]]);
    expect([closed(1_449), closed(1_451), closed(1_510)]).toEqual([false, true, true]);
  });

  it('never fills up with refused requests only', () => {
    expect(explains(atOnce(4, 0), [])).toBe(false);
    expect(explains(atOnce(4, 10), atOnce(2, 0))).toBe(false);
  });
});
