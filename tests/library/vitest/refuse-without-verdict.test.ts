import { describe, expect, it } from 'vitest';
import { refuseHindered, refuseUnfinished } from '../../../src/library/vitest/end-test.ts';
import { testCases } from '../../../src/report/test-cases.ts';
import type { RunEvent } from '../../../src/verdict/run-event.ts';
import { faultless, found, madeReport, runFinished, undecided } from '../../report/made-up-run.ts';

function refusals(events: readonly RunEvent[], interrupted: string | null = null): string[] {
  const selected = ['auth/missing-key', 'list/safe'];
  const report = madeReport(events, { selected }, runFinished(interrupted));
  return [() => refuseHindered(report), () => refuseUnfinished(report, testCases(report), selected)].flatMap(
    (refuse) => {
      try {
        refuse();
        return [];
      } catch (error) {
        return [String(error)];
      }
    },
  );
}

const preflight = (outcome: 'good' | 'problem'): RunEvent => ({
  type: 'preflight',
  step: {
    name: 'key',
    outcome,
    text: 'the key is refused: 401',
    remedy: outcome === 'problem' ? 'give the key of this environment' : null,
  },
});

describe('a run in Vitest', () => {
  it('says nothing more than its tests where there is a verdict', () => {
    expect(refusals([preflight('good'), ...faultless(['auth/missing-key', 'list/safe'])])).toEqual([]);
    expect(refusals([...faultless(['auth/missing-key']), found('auth/missing-key', 1)])).toEqual([]);
  });

  it('fails as a whole for a violation without a test that leaves a tested requirement undecided', () => {
    const events = [
      undecided('auth/missing-key', 'inconclusive', 'fix responses/schema first'),
      ...faultless(['list/safe']),
    ];
    const violated = /^ConformanceError: The body of every 200/;
    expect(refusals(events)[0]).not.toMatch(violated);
    expect(refusals([...events, found('responses/media-type', 1)])[0]).not.toMatch(violated);
    expect(refusals([...events, found('responses/schema', 1)])[0]).toMatch(violated);
  });

  it('fails as a whole where the service can not be verified, with what to do', () => {
    expect(refusals([preflight('problem')])[0]).toBe(
      'ConformanceError: No verdict: the key is refused: 401.\nFix: give the key of this environment',
    );
  });

  it('fails beside its tests where it was interrupted, or the suite itself is wrong', () => {
    expect(refusals(faultless(['auth/missing-key']), 'the service stopped answering')).toEqual([
      expect.stringContaining('the service stopped answering'),
    ]);
    const wrong: RunEvent = { type: 'internal-error', requirement: null, message: 'boom' };
    expect(refusals([...faultless(['auth/missing-key']), wrong])).toEqual([
      expect.stringContaining('internal error of the suite: boom'),
    ]);
  });

  it('fails where it tried and could decide nothing, but not where it had nothing to try', () => {
    const ids = ['auth/missing-key', 'list/safe'];
    expect(refusals(ids.map((id) => undecided(id, 'skipped', 'it needs a key')))).toEqual([]);
    expect(refusals(ids.map((id) => undecided(id, 'inconclusive', 'no answer was whole')))).toHaveLength(1);
  });
});
