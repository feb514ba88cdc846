import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { readRecord } from '../../src/cli/report-files/report-file.ts';
import { folder, inOwnFolders, readReport, run, startService, verdictOf } from './run-service.ts';

inOwnFolders();

const only = ['--only', 'list/limit-bounds-count', '--only', 'list/limit-with-status'];

test('a failing run prints the entries that accept its failures if asked, and takes them once they have a reason', async () => {
  const fault = faultNamed('limit-plus-one');
  const { baseUrl, keys } = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });

  const failed = await run(baseUrl, keys.enterprise, ...only, '--print-waivers');
  expect(failed.status, failed.output).toBe(1);
  const printed = failed.output.split('\n').filter((line) => /^ {2}(?:- | {2})(?:\w+):? /.test(line));
  const entries = printed.slice(printed.findIndex((line) => line.startsWith('  - requirement:')));
  expect(entries.filter((line) => line.startsWith('  - requirement: list/'))).toHaveLength(2);

  const file = join(folder, 'waivers.yaml');
  writeFileSync(file, `waivers:\n${entries.join('\n')}\n`);
  const unfilled = await run(baseUrl, keys.enterprise, ...only, '--waivers', 'waivers.yaml');
  expect(unfilled).toMatchObject({ status: 2, output: '' });
  expect(unfilled.messages).toBe(
    'animal-store-conformance: waivers.yaml:5:13: waivers[0].reason: it does not fit; expected: why the failure is accepted.\n',
  );

  const filled = entries.join('\n').replaceAll('""', 'the old list counts from zero');
  const stale = '  - requirement: auth/missing-key\n    reason: known\n    expires: 2999-12-31\n';
  writeFileSync(file, `waivers:\n${filled}\n${stale}`);
  const waived = await run(baseUrl, keys.enterprise, ...only, '--waivers', 'waivers.yaml');
  expect(waived.status, waived.output).toBe(0);
  expect(verdictOf('list/limit-bounds-count')).toBe('waived');
  expect(readReport().waivers.map(({ state }) => state)).toEqual(['used', 'used', 'undecided']);
  expect(readReport().run.command).toMatch(/--waivers waivers\.yaml/);

  const folded = await readRecord(join(folder, 'out', 'journal.ndjson'), 'the journal');
  expect(JSON.parse(JSON.stringify(folded))).toEqual(readReport());
});
