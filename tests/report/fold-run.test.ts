import { describe, expect, test } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import {
  exchange,
  exchanged,
  faultless,
  found,
  functionalIds,
  runFinished,
  runStarted,
} from './made-up-run.ts';

function fold(events: readonly RunEvent[], header: Partial<RunHeader> = {}) {
  return foldRun([runStarted(header), ...events, runFinished()]);
}

describe('a run', () => {
  test('is conformant where nothing failed, and says how much was decided', () => {
    const report = fold(faultless());
    expect(report.verdict).toBe('conformant');
    expect(report.counts.MUST).toMatchObject({ failed: 0, skipped: 11, inconclusive: 0 });
    expect(report.requirements).toHaveLength(requirements.length);
    expect(exitStatus(report)).toBe(0);
  });

  test('with a violated MUST is not conformant', () => {
    const report = fold([...faultless(), found('list/unique-ids', 1)]);
    expect(report.verdict).toBe('non-conformant');
    expect(exitStatus(report)).toBe(1);
  });

  test('that was interrupted says so, with what was learnt', () => {
    const interrupted = 'it was interrupted by Ctrl-C';
    const report = foldRun([runStarted(), ...faultless(functionalIds.slice(0, 5)), runFinished(interrupted)]);
    expect(report).toMatchObject({ verdict: 'none', interrupted });
    expect(report.requirements[8]?.reason).toBe('the run ended before its check: run again');
    const failed = foldRun([runStarted(), found('list/unique-ids', 1), runFinished(interrupted)]);
    expect(failed.verdict).toBe('non-conformant');
    expect(exitStatus(failed)).toBe(1);
  });

  test('that was killed has a report', () => {
    const report = foldRun([
      runStarted(),
      ...faultless(functionalIds.slice(0, 5)),
      { type: 'check-started', requirement: 'list/returns-pets' },
    ]);
    expect(report.interrupted).toBe('the run was killed: its journal is incomplete');
    expect(report.requirements.find(({ id }) => id === 'list/returns-pets')?.reason).toContain(
      'the run ended during its check',
    );
    expect(report.run).toMatchObject({ durationMs: 29, finishedAt: '2026-01-01T10:00:00.029Z' });
    expect(exitStatus(report)).toBe(3);
  });

  test('whose preflight found a problem gives no verdict', () => {
    const step = {
      name: 'key',
      outcome: 'problem',
      text: 'the key is refused',
      remedy: 'give another',
    } as const;
    const report = fold([exchanged(exchange(1, 'preflight')), { type: 'preflight', step }]);
    expect(report.verdict).toBe('none');
    expect(report.requirements[0]?.reason).toContain('the preflight found a problem');
    expect(exitStatus(report)).toBe(3);
  });

  test('that decided nothing is no success', () => {
    expect(exitStatus(fold([]))).toBe(3);
    expect(exitStatus(fold([exchanged(exchange(1, 'preflight'))]))).toBe(3);
  });

  test('counts of a wait that was interrupted what it lasted', () => {
    const wait: RunEvent = { type: 'wait', reason: 'allowance', durationMs: 500 };
    const late = { ...exchange(1, 'auth/missing-key'), finishedAtMs: 1_700 };
    const report = fold([wait, exchanged(late), wait]);
    expect(report.waits).toEqual({ count: 2, totalMs: 640 });
  });
});
