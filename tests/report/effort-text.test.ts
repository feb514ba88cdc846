import { expect, it } from 'vitest';
import { foldRun } from '../../src/report/fold.ts';
import { effortText } from '../../src/report/run-text.ts';
import { runFinished, runStarted } from './made-up-run.ts';

it('names the effort and the number of further cases', () => {
  const told = (sent: number) =>
    effortText(
      foldRun([runStarted(), { type: 'varieties', sent, leftOut: 3, reason: 'x' }, runFinished()]).run,
    );
  expect(told(0)).toBe('effort normal');
  expect(told(1)).toBe('effort normal with 1 further case');
  expect(told(240)).toBe('effort normal with 240 further cases');
});
