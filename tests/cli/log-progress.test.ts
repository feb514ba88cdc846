import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logProgress } from '../../src/cli/progress/log-progress.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a run of less than 10 s writes nothing', () => {
  const lines: string[] = [];
  const progress = logProgress(['list/safe'], (line) => lines.push(line));
  vi.advanceTimersByTime(9_999);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
});

test('a longer one writes a line every 10 s, and one for each wait', () => {
  const lines: string[] = [];
  const progress = logProgress(['list/safe', 'get/stable'], (line) => lines.push(line));
  vi.advanceTimersByTime(5_000);
  progress.see({ type: 'wait', reason: 'the quota of the key is exhausted', durationMs: 40_000 });
  vi.advanceTimersByTime(35_000);
  expect(lines).toEqual([
    expect.stringMatching(/ waiting 35 s until .*: the quota of the key is exhausted$/),
  ]);
  progress.see({ type: 'check-started', requirement: 'list/safe' });
  progress.see({ type: 'check-finished', requirement: 'list/safe', outcome: 'done', reason: null });
  vi.advanceTimersByTime(10_000);
  expect(lines.slice(1)).toEqual(['Listing 1/1 · 1/2 requirements · 0 requests · 0/min']);
  progress.end();
});
