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
});
