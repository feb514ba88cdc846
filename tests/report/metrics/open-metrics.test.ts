import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldRun } from '../../../src/report/fold.ts';
import { renderOpenMetrics } from '../../../src/report/open-metrics.ts';
import { visibleText } from '../../../src/report/words.ts';
import type { RunEvent } from '../../../src/verdict/run-event.ts';
import { propertyRuns } from '../../property-runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { waiver } from '../../waivers/made-up-waiver.ts';
import { arbitraryReport } from '../arbitrary-run.ts';
import { hostileText } from '../hostile-text.ts';
import { exchange, exchanged, faultless, found, runFinished, runStarted } from '../made-up-run.ts';
import { missingPromtool, promtool } from './promtool.ts';
import { type ReadFamily, readOpenMetrics } from './read-open-metrics.ts';

const folder = temporaryFolder();

const unanswered = { response: null, failure: { code: 'reset', detail: 'closed' } } as const;
const events: readonly RunEvent[] = [
  runStarted(),
  ...faultless(),
  exchanged(exchange(200, 'list/limit-bounds-count', { sentAtMs: 1_000, finishedAtMs: 1_040 })),
  exchanged(exchange(201, 'list/limit-bounds-count', unanswered)),
  found('list/limit-bounds-count', 200),
  found('auth/challenge', 200),
  runFinished(),
];
const report = foldRun(events);
const text = renderOpenMetrics(report);

function family(name: string, families = readOpenMetrics(text)): ReadFamily {
  const one = families.find((candidate) => candidate.name === name);
  if (one === undefined) {
    throw new Error(`there is no ${name}`);
  }
  return one;
}

describe('metrics.prom', () => {
  test('has the metrics, each with its type and its unit', () => {
    const read = readOpenMetrics(text);
    expect(read.map(({ name, type, unit }) => [name, type, unit])).toEqual([
      ['animal_store_requirement_held', 'gauge', null],
      ['animal_store_requirement_waived', 'gauge', null],
      ['animal_store_run_verdict', 'gauge', null],
      ['animal_store_last_run_timestamp_seconds', 'gauge', 'seconds'],
      ['animal_store_run_duration_seconds', 'gauge', 'seconds'],
      ['animal_store_requests', 'counter', null],
      ['animal_store_response_duration_seconds', 'histogram', 'seconds'],
      ['animal_store_findings', 'counter', null],
      ['animal_store_build_info', 'gauge', null],
    ]);
  });

  test('has a sample for each decided requirement, and says why others have none', () => {
    const held = family('animal_store_requirement_held');
    const level = 'MUST';
    expect(held.samples).toContainEqual({
      name: held.name,
      labels: { requirement: 'list/limit-bounds-count', level },
      value: 0,
    });
    expect(held.samples).toContainEqual({
      name: held.name,
      labels: { requirement: 'auth/challenge', level: 'SHOULD' },
      value: 0,
    });
    expect(held.samples).toContainEqual({
      name: held.name,
      labels: { requirement: 'auth/missing-key', level },
      value: 1,
    });
    const decided = report.requirements.filter(({ verdict }) =>
      ['passed', 'failed', 'warned'].includes(verdict),
    );
    expect(held.samples.map(({ labels }) => labels['requirement'])).toEqual(decided.map(({ id }) => id));
    expect(held.help).toMatch(/not decided .* has no sample/);
  });

  test('counts a waived violation as violated, and marks it', () => {
    const waivers = [waiver({ requirement: 'list/limit-bounds-count' })];
    const waived = readOpenMetrics(renderOpenMetrics(foldRun([runStarted({ waivers }), ...events.slice(1)])));
    const labels = { requirement: 'list/limit-bounds-count', level: 'MUST' };
    expect(family('animal_store_requirement_held', waived).samples).toContainEqual(
      expect.objectContaining({ labels, value: 0 }),
    );
    expect(family('animal_store_requirement_waived', waived).samples).toEqual([
      { name: 'animal_store_requirement_waived', labels, value: 1 },
    ]);
    expect(family('animal_store_requirement_waived').samples).toEqual([]);
  });

  test('has the verdict, the times and the findings of the run', () => {
    const values = (name: string) => family(name).samples.map(({ value }) => value);
    expect(
      family('animal_store_run_verdict').samples.map(({ labels, value }) => [labels['verdict'], value]),
    ).toEqual([
      ['conformant', 0],
      ['non-conformant', 1],
      ['none', 0],
    ]);
    expect(values('animal_store_last_run_timestamp_seconds')).toEqual([
      Date.UTC(2026, 0, 1, 10, 0, 1, 840) / 1_000,
    ]);
    expect(values('animal_store_run_duration_seconds')).toEqual([1.84]);
    expect(values('animal_store_findings')).toEqual([2]);
    expect(family('animal_store_build_info').samples).toEqual([
      {
        name: 'animal_store_build_info',
        labels: {
          version: '0.1.0',
          interface_version: '1.0.0',
          catalogue: String(report.catalogue),
          base_url: 'http://127.0.0.1:8080/v1',
        },
        value: 1,
      },
    ]);
  });

  test('counts every request by operation and status, and complete responses by duration', () => {
    const requests = family('animal_store_requests').samples;
    expect(requests.reduce((sum, { value }) => sum + value, 0)).toBe(report.run.requests);
    expect(requests.find(({ labels }) => labels['status'] === 'none')).toMatchObject({
      labels: { operation: 'listPets' },
      value: 1,
    });
    const durations = family('animal_store_response_duration_seconds').samples;
    const within = (le: string) =>
      durations.find(({ labels }) => labels['operation'] === 'listPets' && labels['le'] === le)?.value ?? 0;
    expect(within('0.05') - within('0.025')).toBe(1);
    expect(durations.map(({ labels }) => labels['le'])).toContain('1.0');
  });

  test('follows OpenMetrics, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (made) => {
        const families = readOpenMetrics(renderOpenMetrics(made));
        expect(families.every(({ help }) => help !== null)).toBe(true);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('label values are read as they were written, with invisible characters made visible', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        const { target } = report;
        const made = renderOpenMetrics({ ...report, target: { ...target, baseUrl: value } });
        const [read] = family('animal_store_build_info', readOpenMetrics(made)).samples;
        expect(read?.labels['base_url']).toBe(visibleText(value));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  describe.skipIf(missingPromtool)('read by Prometheus', () => {
    /** Without timestamps Prometheus imports nothing. */
    const dated = (made: string) =>
      made
        .split('\n')
        .map((line) => (line === '' || line.startsWith('#') ? line : `${line} 1767261601`))
        .join('\n');

    function imported(made: string, name: string): string {
      const blocks = join(folder, name);
      writeFileSync(`${blocks}.prom`, dated(made));
      const { status, stderr } = promtool([
        'tsdb',
        'create-blocks-from',
        'openmetrics',
        `${blocks}.prom`,
        blocks,
      ]);
      expect([status, stderr]).toEqual([0, '']);
      mkdirSync(join(blocks, 'wal'));
      return promtool(['tsdb', 'dump', blocks]).stdout;
    }

    test('promtool check metrics finds nothing wrong', () => {
      // It reads the older format, in which the metadata of a counter have its whole name.
      const older = text.replaceAll(/^(# \w+ animal_store_(?:requests|findings))(?= )/gm, '$1_total');
      const { status, stderr } = promtool(['check', 'metrics'], older);
      expect([status, stderr]).toEqual([0, '']);
    });

    test('its parser of OpenMetrics reads every sample', () => {
      const samples = readOpenMetrics(text).flatMap((one) => one.samples);
      const dump = imported(text, 'sample');
      expect(dump.trim().split('\n').length).toBe(samples.length);
      expect(dump).toContain('{__name__="animal_store_findings_total"} 2 ');
    });
  });
});
