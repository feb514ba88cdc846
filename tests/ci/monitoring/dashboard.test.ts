import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderOpenMetrics } from '../../../src/report/open-metrics.ts';
import { faultless, found, madeReport } from '../../report/made-up-run.ts';
import { missingPromtool, promtool } from '../../report/metrics/promtool.ts';
import { type MetricSample, samplesOf } from '../../report/metrics/samples-of.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waiver } from '../../waivers/made-up-waiver.ts';
import { repository } from '../run-script.ts';
import { alertExpressions, dashboard, dashboardExpressions, dashboardText } from './expressions.ts';

const folder = temporaryFolder();

const waivers = [waiver({ requirement: 'list/unique-ids' })];
const report = madeReport(
  [...faultless(), found('list/limit-bounds-count', 3), found('list/unique-ids', 3)],
  {
    waivers,
  },
);
const samples = samplesOf(renderOpenMetrics(report));

/** The errors of the compiler for a dashboard, by the types that Grafana publishes. */
function typeErrors(json: string): string {
  const types = join(repository, 'tests/ci/monitoring/dashboard-types.ts');
  const file = join(folder, 'dashboard.ts');
  writeFileSync(
    file,
    `import type { WrittenDashboard } from ${JSON.stringify(types)};\nexport const dashboard: WrittenDashboard = ${json};\n`,
  );
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--allowImportingTsExtensions',
  ];
  const target = ['--module', 'nodenext', '--target', 'es2023', '--typeRoots', folder];
  return spawnSync(process.execPath, [compiler, ...options, ...target, file], { encoding: 'utf8' }).stdout;
}

describe('the dashboard', () => {
  test('is one of Grafana by its types', () => {
    expect(typeErrors(dashboardText)).toBe('');
  });

  test('has panels with ids of their own, none over another', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const places = panels.flatMap(({ gridPos }) => gridPos ?? []);
    expect(places.length).toBe(panels.length);
    const cells = places.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(places.every(({ x, w }) => x + w <= 24)).toBe(true);
  });

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
