import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { showLoadProgress } from '../../src/cli/progress/load-progress.ts';
import { logProgress } from '../../src/cli/progress/run-progress.ts';
import type { PrintedEvent } from '../../src/cli/report-files/present-report.ts';
import { recordingScreen } from './recording-screen.ts';

const tick: PrintedEvent = {
  type: 'load-tick',
  phase: 'measuring',
  leftMs: 25_000,
  startedPerSecond: 1_000,
  answeredPerSecond: 998,
  p50Ms: 2.1,
  p99Ms: 8.4,
  maxMs: 15,
  requests: 5_000,
  errors: 3,
  missedStarts: 2,
  refusedPerSecond: 0,
};

describe('showLoadProgress', () => {
  it('writes a line every ten seconds into a log', () => {
    const screen = recordingScreen(true);
    const { written } = screen;
    const progress = showLoadProgress(screen, false);
    progress.see(tick);
    vi.advanceTimersByTime(25_000);
    progress.end();
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^measuring · 25\.0 s left · 1,000\/s started .* 5,000 requests measured/);
    expect(written.join('')).not.toContain('\u001b');
  });
});

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

test('a longer one writes a line every 10 s', () => {
  const lines: string[] = [];
  const progress = logProgress(['list/safe', 'get/stable'], (line) => lines.push(line));
  vi.advanceTimersByTime(5_000);
  progress.see({ type: 'wait', reason: 'the quota of the key is exhausted', durationMs: 40_000 });
  vi.advanceTimersByTime(5_000);
  expect(lines).toEqual([
    expect.stringMatching(/ waiting 35 s until .*: the quota of the key is exhausted$/),
  ]);
  vi.advanceTimersByTime(30_000);
  progress.see({ type: 'check-started', requirement: 'list/safe' });
  progress.see({ type: 'check-finished', requirement: 'list/safe', outcome: 'done', reason: null });
  vi.advanceTimersByTime(10_000);
  expect(lines.at(-1)).toBe('Listing 1/1 · 1/2 requirements · 0 requests');
  progress.end();
});
