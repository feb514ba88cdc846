import { describe, expect, test } from 'vitest';
import { faults, needsMeasurement, variants } from '../../reference-impl/index.ts';
import {
  complaintsOfTrial,
  foldTrials,
  levelOf,
  type OrderedTrial,
} from '../../src/self-check/judge-trials.ts';
import type { SelfCheckReport } from '../../src/self-check/self-check-report.ts';
import { renderSelfCheckText } from '../../src/self-check/text.ts';
import { caught, functional, orderOf, trialOf, unusual } from './trials.ts';

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
      { name: 'gcra', outcome: 'flagged', flagged: [{ requirement: 'rate/remaining-counts-down' }] },
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

const hostile = '</script><img src=x>|`a`';
const layout = { columns: 80, color: false, reportPath: 'reports/latest/self-check.json' };

function reportOf(trials: readonly OrderedTrial[], interrupted: string | null = null): SelfCheckReport {
  return {
    schemaVersion: 1,
    tool: { name: 'animal-store-conformance', version: '1.2.3' },
    run: {
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:02:00.000Z',
      durationMs: 120_000,
      seed: 7,
      effort: 'normal',
      allowance: null,
      selected: functional,
      command: 'npx animal-store-conformance self-check --seed 7',
    },
    ...foldTrials(trials, interrupted),
  };
}

const missedOrder = orderOf('fault', 'limit-plus-one');
const bad = reportOf([
  ...faults.slice(0, 3).map(({ name }) => caught(name)),
  { order: missedOrder, trial: trialOf([]) },
  caught('default-25', [], ['get/stable']),
  unusual('gcra', ['rate/remaining-counts-down']),
  {
    order: orderOf('variant', 'slow-answers'),
    trial: trialOf([], { errors: [hostile] }),
  },
]);

describe('the reports of a self-check', () => {
  test('show each shortcoming on the screen, with the command that repeats it', () => {
    const text = renderSelfCheckText(bad, layout);
    expect(text).toContain('FALSE POSITIVE  gcra\n  rate/remaining-counts-down: ');
    expect(text).toContain('  npx animal-store-conformance self-check --variant gcra --seed 7\n');
    expect(text).toContain('MISSED  limit-plus-one\n  list/limit-bounds-count: passed');
    expect(text).toContain('MISATTRIBUTED  default-25\n  get/stable: ');
    expect(text).toContain('NOT RUN  slow-answers');
    expect(text.replaceAll('\n', ' ')).toContain(
      'Not proven: 4 of 5 faults caught, 0 of 2 conforming variants cleared, 1 false positive, 1 missed in full or in part, 1 misattributed, 1 run failed.',
    );
  });

  test('fit a narrow screen', () => {
    const wide = renderSelfCheckText(bad, { ...layout, columns: 60 })
      .split('\n')
      .filter((line) => line.length > 60 && !line.includes('npx '));
    expect(wide).toEqual([]);
  });

  test('say that it is proven, and that it was interrupted', () => {
    const good = reportOf([caught('limit-plus-one'), unusual('gcra')]);
    expect(renderSelfCheckText(good, layout)).toContain(
      'Proven: 1 of 1 fault caught, 1 of 1 conforming variant cleared.',
    );
    const stopped = reportOf(
      [caught('limit-plus-one'), { order: orderOf('variant', 'gcra'), trial: null }],
      'interrupted by the user',
    );
    expect(renderSelfCheckText(stopped, layout).replaceAll('\n', ' ')).toContain(
      'No verdict: interrupted by the user; so far 1 of 1 fault caught, 0 of 1 conforming variant cleared, 1 not tried.',
    );
  });

  test('list the shortcomings of a trial', () => {
    expect(complaintsOfTrial(caught('limit-plus-one'))).toEqual([]);
    expect(complaintsOfTrial(unusual('gcra', ['get/stable']))).toEqual([
      { kind: 'false positive', name: 'gcra', text: 'get/stable: get/stable does not hold' },
    ]);
    const gone = { order: missedOrder, trial: trialOf([], { errors: ['no port\n at x'] }) };
    expect(complaintsOfTrial(gone)).toEqual([{ kind: 'not run', name: 'limit-plus-one', text: 'no port' }]);
    expect(variants.flatMap(({ name }) => complaintsOfTrial(unusual(name)))).toEqual([]);
  });
});
