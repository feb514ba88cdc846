import { describe, expect, test } from 'vitest';
import { showProgress } from '../../src/cli/progress/progress.ts';
import { advance, newProgress } from '../../src/cli/progress/progress-state.ts';
import { statusLine } from '../../src/cli/progress/progress-text.ts';
import type { PlanLimitProgress } from '../../src/plan-limits/plan-progress.ts';
import { recordingScreen } from './recording-screen.ts';

function measuring(changes: Partial<PlanLimitProgress> = {}): PlanLimitProgress {
  return {
    type: 'measuring',
    plan: 'Free',
    doing: 'many at once',
    notable: true,
    sent: 90,
    admitted: 60,
    refused: 30,
    leftMs: 52_400,
    ...changes,
  };
}

describe('the measurement of plan limits', () => {
  test('on a terminal: the current phase, its results, and the time left', () => {
    const state = newProgress(['quota/never-exceeded'], 0);
    advance(state, measuring(), 0);
    expect(statusLine(state, 0, 200)).toBe('Free · 52 s left · 60 served, 30 refused · many at once');
    advance(state, measuring({ leftMs: 0 }), 0);
    expect(statusLine(state, 0, 200)).toContain('almost done');
  });

  test('several plans share the line', () => {
    const state = newProgress(['quota/never-exceeded'], 0);
    advance(state, measuring(), 0);
    advance(state, measuring({ plan: 'Pro', admitted: 300, refused: 50, leftMs: 61_000 }), 0);
    expect(statusLine(state, 0, 200)).toBe(
      'served + refused: Free 60+30, 52 s left · Pro 300+50, 1 min 1 s left',
    );
    advance(state, { type: 'run-finished', finishedAt: '', durationMs: 1, interrupted: null }, 0);
    expect(statusLine(state, 0, 200)).not.toContain('Free');
  });

  test('its requests are counted as it counts them itself', () => {
    const state = newProgress(['quota/never-exceeded'], 0);
    advance(state, measuring({ sent: 0 }), 0);
    advance(state, measuring({ sent: 90 }), 0);
    advance(state, measuring({ plan: 'Pro', sent: 300 }), 0);
    advance(state, measuring({ sent: 95 }), 0);
    expect(state.requests).toBe(395);
  });

  test('in a log: one line when something else begins, and one a minute', () => {
    const screen = recordingScreen(false);
    let nowMs = 0;
    const progress = showProgress(screen, false, ['quota/never-exceeded'], () => nowMs);
    const at = (ms: number, changes: Partial<PlanLimitProgress>) => {
      nowMs = ms;
      progress.see(measuring(changes));
    };
    at(0, {});
    at(100, { sent: 91 });
    at(200, { plan: 'Pro' });
    at(250, { doing: 'a single request', notable: false });
    at(300, { doing: 'paced' });
    at(30_000, { doing: 'paced' });
    at(60_300, { doing: 'paced', sent: 92 });
    expect(screen.written.map((line) => line.replace(/;.*/s, ''))).toEqual([
      'Plan limits (Free): many at once',
      'Plan limits (Pro): many at once',
      'Plan limits (Free): paced',
      'Plan limits (Free): paced',
    ]);
    expect(screen.written.at(-1)).toBe(
      'Plan limits (Free): paced; 92 sent, 60 served, 30 refused, 52 s left\n',
    );
  });
});
