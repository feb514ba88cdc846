import { describe, expect, test } from 'vitest';
import { resultOf } from '../../src/self-check/judge-trials.ts';
import { trialOf } from '../../src/self-check/trial.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { orderOf } from './trials.ts';

const cut = { ...reportWith([]), interrupted: 'the time of --max-time is over' };
const cutAfterFinding = { ...cut, requirements: reportWith(['list/unique-ids']).requirements };

describe('a run that was cut off', () => {
  test('leaves no unusual service in peace: what it had no time for could have flagged it', () => {
    const order = orderOf('variant', 'bad-keys-limited');
    const trial = trialOf(order, cut);
    expect(trial.errors).toEqual(['the run was interrupted: the time of --max-time is over']);
    expect(resultOf([{ order, trial }]).outcome).toBe('failed');
    expect(resultOf([{ order, trial: trialOf(order, reportWith([])) }]).outcome).toBe('cleared');
    expect(resultOf([{ order, trial: trialOf(order, cutAfterFinding) }]).outcome).toBe('flagged');
  });

  test('is also one that reached its time limit, whatever it has decided', () => {
    const order = orderOf('variant', 'bad-keys-limited');
    const { run, ...rest } = reportWith([]);
    const budget = { maxTimeMs: 1000, bodyBytes: 1, recordedBytes: 1 };
    const errorsAfter = (durationMs: number) =>
      trialOf(order, { ...rest, run: { ...run, durationMs, budget } }).errors;
    expect(errorsAfter(999)).toEqual([]);
    expect(errorsAfter(1000)).toEqual(['the run reached its time limit']);
  });

  test('has still caught the fault that it found', () => {
    const order = orderOf('fault', 'list-doubles-last');
    const trial = trialOf(order, cutAfterFinding);
    expect(trial.errors).toEqual([]);
    expect(trial.reported.map(({ requirement }) => requirement)).toEqual(['list/unique-ids']);
    expect(resultOf([{ order, trial }]).outcome).not.toBe('failed');
  });
});
