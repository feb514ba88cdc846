import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { readRecord } from '../../src/cli/report-files/report-file.ts';
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
  const folded = await readRecord(join(folder, 'out', 'journal.ndjson'), 'the journal');
  expect(JSON.parse(JSON.stringify(folded))).toEqual(readReport());
  expect(readReport().run.command).toMatch(/ --baseline main\.json --catalogue 1 --seed/);
});
