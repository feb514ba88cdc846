import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderOpenMetrics } from '../../../src/report/artifacts/open-metrics.ts';
import { faultless, found, madeReport } from '../../report/made-up-run.ts';
import { missingPromtool, promtool } from '../../report/metrics/promtool.ts';
import { type MetricSample, samplesOf } from '../../report/metrics/samples-of.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waiver } from '../../waivers/made-up-waiver.ts';
import { alertExpressions, dashboardExpressions } from './expressions.ts';

const folder = temporaryFolder();

const waivers = [waiver({ requirement: 'list/unique-ids' })];
const report = madeReport(
  [...faultless(), found('list/limit-bounds-count', 3), found('list/unique-ids', 3)],
  {
    waivers,
  },
);
const samples = samplesOf(renderOpenMetrics(report));

describe('the dashboard', () => {
  test('and the alerts name only metrics and labels of metrics.prom', () => {
    const names = new Set(samples.map(({ name }) => name));
    const labels = new Set([...samples.flatMap((one) => Object.keys(one.labels)), 'instance']);
    const expressions = [...dashboardExpressions, ...alertExpressions];
    expect(expressions.length).toBeGreaterThan(15);
    const metrics = expressions.flatMap((expression) => expression.match(/\banimal_store_\w+/g) ?? []);
    const selected = expressions
      .flatMap((expression) => [...expression.matchAll(/(\w+)(?==~|=|!=|!~)/g)])
      .map(([, label = '']) => label);
    const grouped = expressions
      .flatMap((expression) => [
        ...expression.matchAll(/\b(?:by|ignoring|on) \(([^)]*)\)|ignoring\(([^)]*)\)/g),
      ])
      .flatMap(([, one, other]) => (one ?? other ?? '').split(/,\s*/));
    expect([...names]).toEqual(expect.arrayContaining(metrics));
    expect([...labels]).toEqual(expect.arrayContaining([...selected, ...grouped]));
    expect(metrics.length * selected.length * grouped.length).toBeGreaterThan(0);
    // And leaves none of them out.
    const shown = new Set(metrics.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    expect([...names].filter((name) => !shown.has(name.replace(/_(?:bucket|sum|count)$/, '')))).toEqual([]);
  });

  test.skipIf(missingPromtool)('has expressions that give values for the metrics of a run', () => {
    const inputs = samples.map((one) => ({ series: seriesOf(one), values: `${one.value}x60` }));
    const tests = dashboardExpressions.map((expression) => ({
      expr: `count(${expression}) > bool 0`,
      eval_time: '1h',
      exp_samples: [{ labels: '{}', value: 1 }],
    }));
    const file = join(folder, 'expressions.yaml');
    const group = { interval: '1m', input_series: inputs, promql_expr_test: tests };
    writeFileSync(file, JSON.stringify({ evaluation_interval: '1m', tests: [group] }));
    const { status, stdout, stderr } = promtool(['test', 'rules', file]);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

/** A sample as Prometheus has it after collecting it. */
function seriesOf({ name, labels }: MetricSample): string {
  const pairs = Object.entries({ ...labels, instance: 'staging', job: 'conformance' });
  return `${name}{${pairs.map(([label, value]) => `${label}="${value}"`).join(',')}}`;
}
