import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, readReport, startService, verdictOf } from './run-service.ts';

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
