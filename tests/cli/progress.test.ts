import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  advance,
  newProgress,
  requirementsDone,
  showProgress,
  statusLine,
} from '../../src/cli/progress/run-progress.ts';
import type { PlanLimitProgress } from '../../src/quota/measure/measurement.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, undecided } from '../report/made-up-run.ts';
import { recordingScreen } from './recording-screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const selected = ['auth/missing-key', 'auth/not-bearer', 'get/stable'];

const sent = exchanged(exchange(1, 'auth/missing-key'));

function started(requirement: string): RunEvent {
  return { type: 'check-started', requirement };
}

function finished(requirement: string): RunEvent {
  return { type: 'check-finished', requirement, outcome: 'done', reason: null };
}

function wait(durationMs: number, reason = 'allowance used up'): RunEvent {
  return { type: 'wait', reason, durationMs };
}

function preflightStep(outcome: 'good' | 'note' | 'problem', text: string, remedy: string | null): RunEvent {
  return { type: 'preflight', step: { name: 'step', outcome, text, remedy } };
}

describe('progress in a log', () => {
  function logged(events: readonly RunEvent[]): string {
    const screen = recordingScreen(false);
    const progress = showProgress(screen, false, selected);
    for (const event of events) {
      progress.see(event);
    }
    progress.end();
    return screen.written.join('');
  }

  const skipped = (requirement: string): RunEvent => undecided(requirement, 'skipped', 'not asked for');

  test('the total stays the same, and the number of tested requirements never falls', () => {
    const anyEvent = fc.tuple(fc.constantFrom(...selected), fc.constantFrom(started, skipped, finished));
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const state = newProgress(selected);
        let before = requirementsDone(state);
        for (const [requirement, event] of events) {
          advance(state, event(requirement), 0);
          const { tested, skipped: notTested, total } = requirementsDone(state);
          expect(total).toBe(selected.length);
          expect(tested).toBeGreaterThanOrEqual(before.tested);
          expect(tested + notTested).toBeLessThanOrEqual(total);
          before = { tested, skipped: notTested, total };
        }
      }),
    );
  });

  test('what the preflight learnt, but for problems, which are shown at the end', () => {
    expect(
      logged([
        preflightStep('good', 'answers in 3 ms', null),
        preflightStep('note', 'clocks are 4 s apart', 'set them'),
        preflightStep('problem', 'the key is refused', 'give another'),
      ]),
    ).toBe('Step: answers in 3 ms\nNote: Step: clocks are 4 s apart (set them)\n');
    expect(logged([preflightStep('good', `many words${' again'.repeat(16)}`, null)])).toBe(
      `Step: many words${' again'.repeat(10)}\n ${' again'.repeat(6)}\n`,
    );
  });

  test('no control character of the service reaches the screen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = logged([preflightStep('note', text, null)]);
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('progress on a terminal', () => {
  test('one line is redrawn; the cursor is hidden, and restored once', () => {
    const screen = recordingScreen(true);
    const progress = showProgress(screen, true, selected);
    progress.see(started('auth/missing-key'));
    progress.see(sent);
    vi.advanceTimersByTime(100);
    progress.note('a line that stays');
    progress.end();
    progress.end();
    const text = screen.written.join('');
    expect(text).toContain('\u001b[?25l');
    expect(text).toContain('Authentication 0/2 · 0/3 requirements · 1 request');
    expect(text).toContain('\r\u001b[Ja line that stays\n');
    expect(text.split('\u001b[?25h')).toHaveLength(2);
    expect(text.endsWith('\r\u001b[J\u001b[?25h')).toBe(true);
  });

  test('a wait is counted down, and gone when it is over', () => {
    const state = newProgress(selected);
    advance(state, wait(23_000), 0);
    expect(statusLine(state, 0, 200)).toMatch(/waiting 23 s until \d\d:\d\d:\d\d: allowance used up/);
    expect(statusLine(state, 20_500, 200)).toContain('waiting 3 s');
    expect(statusLine(state, 23_000, 200)).not.toContain('waiting');
  });

  test('whatever happens, it fits into one line', () => {
    const reason = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(reason, fc.integer({ min: 20, max: 200 }), fc.nat(1e7), (text, columns, requests) => {
        const state = newProgress(selected);
        advance(state, started('auth/missing-key'), 0);
        advance(state, wait(9_000, text), 0);
        state.requests = requests;
        const line = statusLine(state, 1, columns);
        expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(Array.from(line.normalize('NFC').replace(/\p{M}/gu, '')).length).toBeLessThan(columns);
      }),
    );
  });
});

function measuring(changes: Partial<PlanLimitProgress> = {}): PlanLimitProgress {
  return {
    type: 'measuring',
    plan: 'Free',
    doing: 'many at once',
    sent: 90,
    admitted: 60,
    refused: 30,
    leftMs: 52_400,
    ...changes,
  };
}

describe('the measurement of plan limits', () => {
  test('its requests are counted as it counts them itself', () => {
    const state = newProgress(['quota/never-exceeded']);
    advance(state, measuring({ sent: 0 }), 0);
    advance(state, measuring({ sent: 90 }), 0);
    advance(state, measuring({ plan: 'Pro', sent: 300 }), 0);
    advance(state, measuring({ sent: 95 }), 0);
    expect(state.requests).toBe(395);
  });
});
