import { expect, it } from 'vitest';
import { allDecisions, explaining, isExplained } from '../../../src/quota/judge/permitted-limiters.ts';
import { limitersInSteps } from '../../../src/quota/judge/stepped-limiters.ts';
import { counterWith, type Span } from './ledger-of.ts';

const allowance = { limit: 3, windowMs: 10_000, slackMs: 70, tickMs: 200 };
const spans = (count: number, fromMs: number) =>
  Array.from({ length: count }, (_, position): Span => [fromMs + 4 * position, fromMs + 4 * position + 2]);
const of = (refused: number, admitted: number) => [counterWith(spans(refused, 50), spans(admitted, 0))];

it('limiters are tried one by one, those that move on in steps apart', () => {
  const steady = (refused: number, admitted: number) => {
    const counters = of(refused, admitted);
    const kinds = explaining(counters, allowance, allDecisions).map(({ kind }) => kind);
    expect(isExplained(counters, allowance, allDecisions)).toBe(kinds.length > 0);
    return kinds;
  };
  expect(steady(1, 3)).toEqual([
    'fixed window aligned to the clock',
    'fixed window from the first request',
    'sliding log',
    'token bucket',
    'sliding counter',
  ]);
  // A token may be given just then, and a window begin.
  expect(steady(1, 4)).toEqual(['fixed window aligned to the clock', 'token bucket', 'sliding counter']);
  expect(steady(1, 8)).toEqual([]);
  const inSteps = (refused: number, admitted: number) => {
    const counters = of(refused, admitted);
    const kinds = explaining(counters, allowance, allDecisions, limitersInSteps).map(({ kind }) => kind);
    expect(isExplained(counters, allowance, allDecisions, limitersInSteps)).toBe(kinds.length > 0);
    return kinds;
  };
  expect(inSteps(1, 3)).toEqual([
    'token bucket in steps',
    'sliding log in steps',
    'sliding counter in steps',
  ]);
  // A bucket in steps may refill completely at that time.
  expect(inSteps(0, 6)).toEqual(['token bucket in steps']);
  expect(inSteps(1, 8)).toEqual([]);
});
