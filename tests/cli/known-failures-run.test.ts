import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { readReportFile } from '../../src/cli/report-files/report-file.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, readReport, run, startService, verdictOf } from './run-service.ts';

inOwnFolders();

const only = ['--effort', 'smoke', '--only', 'list/limit-bounds-count', '--only', 'list/limit-with-status'];

function keepAsBaseline(): void {
  cpSync(join(folder, 'out', 'report.json'), join(folder, 'main.json'));
}

test('a run is failed by what got worse since its baseline, and by nothing else', async () => {
  const fault = faultNamed('limit-plus-one');
  const broken = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
  const correct = await startService();
  const against = (service: typeof broken, ...options: string[]) =>
    run(service.baseUrl, service.keys.enterprise, ...only, ...options);

  const first = await against(correct);
  expect(first.status, first.output).toBe(0);
  keepAsBaseline();

  const worse = await against(broken, '--baseline', 'main.json');
  expect(worse.status, worse.output).toBe(1);
  expect(verdictOf('list/limit-bounds-count')).toBe('failed');
  keepAsBaseline();

  const known = await against(broken, '--baseline', 'main.json', '--catalogue', '1');
  expect(known.status, known.output).toBe(0);
  expect(verdictOf('list/limit-bounds-count')).toBe('waived');
  expect(known.output).toMatch(/WAIVED {2}2\n {2}list\/limit-bounds-count, list\/limit-with-status\n/);
  expect(readReport()).toMatchObject({ catalogue: 1, baseline: { source: 'main.json', fixed: [] } });
  const folded = await readReportFile(join(folder, 'out', 'journal.ndjson'), 'the journal');
  expect(JSON.parse(JSON.stringify(folded))).toEqual(readReport());
  expect(readReport().run.command).toMatch(/ --baseline main\.json --catalogue 1 --seed/);
});

inOwnFolders();

const selected = ['--only', 'list/limit-bounds-count', '--only', 'list/limit-with-status'];

test('a failing run prints the entries that accept its failures if asked, and takes them once they have a reason', async () => {
  const fault = faultNamed('limit-plus-one');
  const { baseUrl, keys } = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });

  const failed = await run(baseUrl, keys.enterprise, ...selected, '--print-waivers');
  expect(failed.status, failed.output).toBe(1);
  const printed = failed.output.split('\n').filter((line) => /^ {2}(?:- | {2})(?:\w+):? /.test(line));
  const entries = printed.slice(printed.findIndex((line) => line.startsWith('  - requirement:')));
  expect(entries.filter((line) => line.startsWith('  - requirement: list/'))).toHaveLength(2);

  const file = join(folder, 'waivers.yaml');
  writeFileSync(file, `waivers:\n${entries.join('\n')}\n`);
  const unfilled = await run(baseUrl, keys.enterprise, ...selected, '--waivers', 'waivers.yaml');
  expect(unfilled).toMatchObject({ status: 2, output: '' });
  expect(unfilled.messages).toBe(
    'animal-store-conformance: waivers.yaml:5:13: waivers[0].reason: it does not fit; expected: why the failure is accepted.\n',
  );

  const filled = entries.join('\n').replaceAll('""', 'the old list counts from zero');
  const stale = '  - requirement: auth/missing-key\n    reason: known\n    expires: 2999-12-31\n';
  writeFileSync(file, `waivers:\n${filled}\n${stale}`);
  const waived = await run(baseUrl, keys.enterprise, ...selected, '--waivers', 'waivers.yaml');
  expect(waived.status, waived.output).toBe(0);
  expect(verdictOf('list/limit-bounds-count')).toBe('waived');
  expect(readReport().waivers.map(({ state }) => state)).toEqual(['used', 'used', 'undecided']);
  expect(readReport().run.command).toMatch(/--waivers waivers\.yaml/);

  const folded = await readReportFile(join(folder, 'out', 'journal.ndjson'), 'the journal');
  expect(JSON.parse(JSON.stringify(folded))).toEqual(readReport());
});

inOwnFolders();

test('a load takes the waivers of runs, and fails by what they leave open', async () => {
  const fault = faultNamed('list-206');
  const { baseUrl, keys } = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
  const load = (...options: string[]) =>
    carriedOut(['load', baseUrl, '--rate', '20', '--duration', '500ms', '--report-dir', 'out', ...options], {
      folder,
      environment: { ANIMAL_STORE_API_KEY: keys.enterprise },
    });
  const failed = await load();
  // What is violated is proven, also where this machine held the generator up and the figures are INVALID.
  expect(failed.status, failed.output + failed.messages).toBe(1);
  const violated = readReport()
    .requirements.filter(({ verdict }) => verdict === 'failed')
    .map(({ id }) => id);
  expect(violated).not.toEqual([]);
  expect(failed.output).toContain('FAILED');

  const entries = [...violated, 'errors/body-shape', 'rate/headers-present'].map(
    (requirement) => `  - requirement: ${requirement}\n    reason: known\n    expires: 2999-12-31\n`,
  );
  writeFileSync(join(folder, 'waivers.yaml'), `waivers:\n${entries.join('')}`);
  const waived = await load('--waivers', 'waivers.yaml');
  // Without a violation an INVALID load has no verdict.
  expect(waived.status, waived.output + waived.messages).toBe(waived.output.includes('INVALID') ? 3 : 0);
  expect(violated.map((id) => verdictOf(id))).toEqual(violated.map(() => 'waived'));
  expect(readReport().waivers.map(({ state }) => state)).toEqual([
    ...violated.map(() => 'used'),
    'undecided',
    'undecided',
  ]);
  expect(waived.output).toContain(`WAIVED  ${violated.length}\n`);
  expect(readReport().run.command).toContain(' --waivers waivers.yaml ');
});
