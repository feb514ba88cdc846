import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, madeReport } from './made-up-run.ts';

test('counts of a wait that was interrupted what it lasted', () => {
  const wait: RunEvent = { type: 'wait', reason: 'allowance', durationMs: 500 };
  const late = { ...exchange(1, 'auth/missing-key'), finishedAtMs: 1_700 };
  const report = madeReport([wait, exchanged(late), wait]);
  expect(report.waits).toEqual({ count: 2, totalMs: 640 });
});
