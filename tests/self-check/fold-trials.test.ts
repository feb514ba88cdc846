import { describe, expect, test } from 'vitest';
import { faults, needsMeasurement, variants } from '../../reference-impl/index.ts';
import {
  complaintsOfTrial,
  foldTrials,
  levelOf,
  type OrderedTrial,
} from '../../src/self-check/judge-trials.ts';
import { caught, orderOf, trialOf, unusual } from './trials.ts';

function folded(...trials: readonly OrderedTrial[]) {
  return foldTrials(trials, null);
}

const must = faults.find(({ violates }) => violates.length === 1 && levelOf(violates[0]) === 'MUST');
const should = faults.find(({ violates }) => violates.length === 1 && levelOf(violates[0]) === 'SHOULD');
const several = faults.find(
  ({ violates }) =>
    violates.length > 1 && violates.every((id) => levelOf(id) === 'MUST' && id !== must?.violates[0]),
);
const lenient = faults.find(({ mayViolate }) => mayViolate.length > 0);
const mustName = must?.name ?? '';

describe('what all trials say together', () => {
  test('proven, where every fault is named and no unusual service flagged', () => {
    const chosen = faults.filter((fault) => !needsMeasurement(fault));
    const report = folded(
      ...variants.map(({ name }) => unusual(name)),
      ...chosen.map(({ name }) => caught(name)),
    );
    expect(report.verdict).toBe('proven');
    expect(report.totals).toMatchObject({
      faults: chosen.length,
      caught: chosen.length,
      caughtWhole: chosen.length,
      missed: 0,
      misattributed: 0,
      conforming: variants.length,
      cleared: variants.length,
    });
  });

  test('refuted by one false positive', () => {
    const report = folded(caught(mustName), unusual('gcra', ['rate/remaining-counts-down']));
    expect(report.verdict).toBe('refuted');
    expect(report.conforming).toMatchObject([
      { name: 'gcra', outcome: 'flagged', cells: [{ requirement: 'rate/remaining-counts-down' }] },
    ]);
  });

  test('refuted by a MUST requirement that is not named, and says why the run could not tell', () => {
    const order = orderOf('fault', mustName);
    const id = must?.violates[0] ?? '';
    const reason = 'nothing was created';
    const trial = trialOf([], { undecided: [{ requirement: id, verdict: 'inconclusive', reason }] });
    const report = folded({ order, trial });
    expect(report.verdict).toBe('refuted');
    expect(report.totals).toMatchObject({ caught: 0, missed: 1 });
    expect(report.faults).toMatchObject([
      {
        outcome: 'missed',
        cells: [{ requirement: id, outcome: 'missed', said: `inconclusive: ${reason}` }],
      },
    ]);
  });

  test('not refuted by a SHOULD requirement that is not named, which is still listed', () => {
    const report = folded(caught(should?.name ?? '', [...(should?.violates ?? [])]));
    expect(report.verdict).toBe('proven');
    expect(report.totals).toMatchObject({ caught: 0, missed: 1 });
  });

  test('refuted where a fault is caught, but one of what it violates is not named', () => {
    const report = folded(caught(several?.name ?? '', [several?.violates[1] ?? '']));
    expect(report.verdict).toBe('refuted');
    expect(report.totals).toMatchObject({ caught: 1, caughtWhole: 0, missed: 1 });
  });

  test('refuted by one misattributed fault', () => {
    const report = folded(caught(mustName, [], ['errors/unknown-path', 'version/base-address']));
    expect(report.verdict).toBe('refuted');
    expect(report.totals).toMatchObject({ caught: 1, misattributed: 1 });
    const misattributed = report.faults.flatMap(({ cells }) =>
      cells.filter(({ outcome }) => outcome === 'misattributed'),
    );
    expect(misattributed.map(({ requirement }) => requirement)).toEqual([
      'errors/unknown-path',
      'version/base-address',
    ]);
  });

  test('not refuted by what a fault may be called as well', () => {
    const [id = ''] = lenient?.mayViolate ?? [];
    const report = folded(caught(lenient?.name ?? '', [], [id]));
    expect(report.verdict).toBe('proven');
    expect(report.faults[0]?.cells).toContainEqual(
      expect.objectContaining({ requirement: id, outcome: 'also' }),
    );
  });

  test('no verdict where a trial could not be made, or was not made any more, or the user stopped it', () => {
    const order = orderOf('fault', mustName);
    const failed = { order, trial: trialOf([], { errors: ['no port is free'] }) };
    expect(folded(failed)).toMatchObject({ verdict: 'none', totals: { failed: 1 } });
    expect(folded({ order, trial: null })).toMatchObject({ verdict: 'none', totals: { left: 1 } });
    expect(foldTrials([caught(mustName)], 'interrupted by the user').verdict).toBe('none');
  });

  test('two trials of one service are one row', () => {
    const measured = { ...orderOf('variant', 'gcra'), scope: 'minute' as const };
    const report = folded(unusual('gcra'), { order: measured, trial: trialOf([]) });
    expect(report.conforming).toMatchObject([{ name: 'gcra', outcome: 'cleared', requests: 580 }]);
    const unmade = folded(unusual('gcra'), { order: measured, trial: null });
    expect(unmade.conforming).toMatchObject([{ outcome: 'left' }]);
  });
});

const missedOrder = orderOf('fault', 'limit-plus-one');

describe('the reports of a self-check', () => {
  test('list the shortcomings of a trial', () => {
    expect(complaintsOfTrial(caught('limit-plus-one'))).toEqual([]);
    expect(complaintsOfTrial(unusual('gcra', ['get/stable']))).toMatchObject([
      { kind: 'false positive', name: 'gcra', text: 'get/stable: get/stable does not hold' },
    ]);
    const gone = { order: missedOrder, trial: trialOf([], { errors: ['no port\n at x'] }) };
    expect(complaintsOfTrial(gone)).toMatchObject([{ kind: 'not run', text: 'no port' }]);
    expect(variants.flatMap(({ name }) => complaintsOfTrial(unusual(name)))).toEqual([]);
  });
});
