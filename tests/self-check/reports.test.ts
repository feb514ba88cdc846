import { describe, expect, test } from 'vitest';
import { faults, variants } from '../../reference-impl/index.ts';
import { complaintsOfTrial, foldTrials, type OrderedTrial } from '../../src/self-check/judge-trials.ts';
import type { SelfCheckReport } from '../../src/self-check/self-check-report.ts';
import { renderSelfCheckText } from '../../src/self-check/text.ts';
import { caught, functional, orderOf, trialOf, unusual } from './trials.ts';

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
  { order: missedOrder, trial: trialOf(missedOrder, []) },
  caught('default-25', [], ['get/stable']),
  unusual('gcra', ['rate/remaining-counts-down']),
  {
    order: orderOf('variant', 'slow-answers'),
    trial: trialOf(orderOf('variant', 'slow-answers'), [], { errors: [hostile] }),
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
    const gone = { order: missedOrder, trial: trialOf(missedOrder, [], { errors: ['no port\n at x'] }) };
    expect(complaintsOfTrial(gone)).toEqual([{ kind: 'not run', name: 'limit-plus-one', text: 'no port' }]);
    expect(variants.flatMap(({ name }) => complaintsOfTrial(unusual(name)))).toEqual([]);
  });
});
