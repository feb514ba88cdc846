import { describe, expect, it } from 'vitest';
import { countedHeads, type Heads, headsOf } from '../../../src/quota/judge/blocking.ts';
import { ledgerOf, type Span, spans } from './ledger-of.ts';

/** Clocks may be off by 50 ms over a window of a second. */
const allowance = { limit: 60, windowMs: 1_000, slackMs: 30, tickMs: 20 };

function spansOf(heads: Heads | null): Span[] | null {
  return heads === null
    ? null
    : Array.from(heads.sent, (sentMs, index) => [sentMs, heads.answered[index] ?? 0]);
}

describe('refusals that began a block', () => {
  const heads = (policy: 'from-first' | 'from-last', ...given: Parameters<typeof ledgerOf>) =>
    spansOf(headsOf(ledgerOf(...given), allowance, policy));
  const first: Span = [100, 110];

  it('are none behind one that may have begun the next block itself', () => {
    expect(heads('from-first', [first, [1_040, 1_050], [2_100, 2_101]])).toEqual([first]);
    expect(heads('from-first', [first, [1_040, 1_050], [2_101, 2_102]])).toEqual([first, [2_101, 2_102]]);
    expect(heads('from-first', [first, [1_039, 1_049], [1_500, 1_510]])).toEqual([first, [1_500, 1_510]]);
  });

  it('are none behind any other within a window where each of them renews it', () => {
    expect(heads('from-last', [first, [500, 510], [1_560, 1_570]])).toEqual([first]);
    expect(heads('from-last', [first, [500, 510], [1_561, 1_570]])).toEqual([first, [1_561, 1_570]]);
  });

  it('explain nothing where a request was surely admitted within the block', () => {
    expect(heads('from-first', [first], [[110, 1_050]])).toBeNull();
    expect(heads('from-first', [first], [[110, 1_051]])).toEqual([first]);
    expect(heads('from-first', [first], [[109, 115]])).toEqual([first]);
  });

  it('explain nothing where one was admitted within a block that was renewed', () => {
    const renewed = [first, [500, 510]] as const;
    expect(heads('from-last', renewed, [[1_200, 1_450]])).toBeNull();
    expect(heads('from-last', renewed, [[1_200, 1_451]])).toEqual([first]);
    expect(heads('from-first', renewed, [[1_200, 1_450]])).toEqual([first]);
  });

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

it('refused requests that count justify those within reach of them', () => {
  const heads = (refused: readonly Span[]) => spansOf(countedHeads(ledgerOf(refused), 500));
  expect(heads(spans('0..10 400..410 910..920'))).toEqual([[0, 10]]);
  expect(heads(spans('0..10 400..410 911..920'))).toEqual(spans('0..10 911..920'));
  expect(heads([])).toEqual([]);
});
