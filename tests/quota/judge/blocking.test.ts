import { describe, expect, it } from 'vitest';
import { headsOf } from '../../../src/quota/judge/blocking.ts';
import { ledgerOf, type Span, spans } from './ledger-of.ts';

/** Clocks may be off by 50 ms over a window of a second. */
const allowance = { limit: 60, windowMs: 1_000, slackMs: 30, tickMs: 20 };

describe('refusals that began a block', () => {
  const heads = (policy: 'from-first' | 'from-last', ...given: Parameters<typeof ledgerOf>) =>
    headsOf(ledgerOf(...given), allowance, policy)?.map(({ sentAtMs, answeredAtMs }) => [
      sentAtMs,
      answeredAtMs,
    ]);

  it('need no reason within a window of the first request where the key may have been blocked before', () => {
    const begin: readonly Span[] = [[0, 1]];
    expect(heads('from-first', [[1_050, 1_060]], begin, 'unknown')).toEqual([]);
    expect(heads('from-first', [[1_051, 1_060]], begin, 'unknown')).toEqual([[1_051, 1_060]]);
    expect(heads('from-first', [[1_050, 1_060]], begin)).toEqual([[1_050, 1_060]]);
  });

  it('were decided first by any that was sent before the first answer', () => {
    expect(heads('from-first', spans('100..150 120..180 160..190'))).toEqual([[100, 180]]);
    expect(heads('from-first', spans('100..150 150..200'))).toEqual([[100, 200]]);
    expect(heads('from-first', spans('100..150 151..200'))).toEqual([[100, 150]]);
    expect(heads('from-first', spans('100..150 160..190 90..300'))).toEqual([[90, 300]]);
  });
});
