import { describe, expect, it } from 'vitest';
import { showLoadProgress } from '../../src/cli/progress/load-progress.ts';
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
  it('draws one block again and again on a terminal, and takes it away', () => {
    const screen = recordingScreen(true);
    const { written } = screen;
    const progress = showLoadProgress(screen, true);
    progress.see(tick);
    progress.see({ ...tick, leftMs: 24_000 });
    progress.end();
    progress.end();
    const text = written.join('');
    expect(text.match(/measuring/g)).toHaveLength(2);
    expect(text).toContain('998/s answered · p50 2.1 ms · p99 8.4 ms');
    expect(text).toContain('3 errors · 2 starts missed');
    expect(text.split('\u001b[2A\u001b[J')).toHaveLength(3);
    expect(text.endsWith('\u001b[?25h')).toBe(true);
  });

  it('writes a line every ten seconds into a log', () => {
    const screen = recordingScreen(true);
    const { written } = screen;
    let nowMs = 0;
    const progress = showLoadProgress(screen, false, () => nowMs);
    for (nowMs = 1_000; nowMs <= 25_000; nowMs += 1_000) {
      progress.see(tick);
    }
    expect(written).toHaveLength(2);
    expect(written[0]).toMatch(/^measuring · 25\.0 s left · 1,000\/s started .* 5,000 requests measured/);
    expect(written.join('')).not.toContain('\u001b');
  });

  it('notes lines that stay', () => {
    const screen = recordingScreen(true);
    const { written } = screen;
    const progress = showLoadProgress(screen, false);
    progress.see({ type: 'wait', reason: 'the window is used up', durationMs: 2_500 });
    progress.see({
      type: 'preflight',
      step: { name: 'reachable', outcome: 'good', text: 'answers 200', remedy: null },
    });
    expect(written).toEqual(['waiting 3 s: the window is used up\n', 'Service: answers 200\n']);
  });
});
