import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { comparableBaseline } from '../../src/cli/settings/baseline-settings.ts';
import { readRunSettings } from '../../src/cli/settings/run-settings.ts';
import { Settings } from '../../src/cli/settings/settings.ts';
import { readVerifyOptions } from '../../src/library/read-verify-options.ts';
import { requirements } from '../../suites/requirements.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { asyncRefusal } from './given.ts';

const options = { baseUrl: 'http://127.0.0.1:8080/v1', apiKey: 'kq7Wm2Xv9Rt4Zb' };
const report = reportWith(['list/safe'], { selected: requirements.map(({ id }) => id) });

test('a baseline of an earlier catalogue says how to keep to that', async () => {
  const invocation = checkArguments([options.baseUrl, '--api-key', options.apiKey], runDeclaration);
  const run = readRunSettings(new Settings(invocation, {}, null));
  const later = { ...run, catalogue: 2 };
  const given = { value: 'main', label: '--baseline' };
  expect(await asyncRefusal(comparableBaseline(report, later, given))).toBe(
    '--baseline: "main" can\'t be compared with this run: this run is by another catalogue: version 2 in the place of 1. Keep to its catalogue (--catalogue 1), or create a new baseline',
  );
  const ofNewerSuite = comparableBaseline({ ...report, catalogue: 9 }, run, given);
  expect(await asyncRefusal(ofNewerSuite)).toMatch(
    /version 1 in the place of 9\. Take a suite that has version 9 of the catalogue, or/,
  );
});

describe('the library', () => {
  test('takes a report, or where one lies', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'main'));
    writeFileSync(join(folder, 'main', 'report.json'), JSON.stringify(report));
    for (const baseline of [report, join(folder, 'main')]) {
      const { run } = await readVerifyOptions({ ...options, baseline, catalogue: 1 });
      expect(run).toMatchObject({ failedBefore: { violated: [{ requirement: 'list/safe' }] }, catalogue: 1 });
    }
  });

  test.each([
    [{ baseline: {} }, 'baseline: this is not a report; pass one that verify returned, or a report.json'],
    [{ baseline: 7 }, 'baseline: it must be a report, or the path of one'],
    [
      { baseline: 'gone.json' },
      'baseline: "gone.json" does not exist; omit it in the first run, then use the report.json of that run',
    ],
    [{ baseline: report, effort: 'smoke' }, /^baseline: "the report of .*" can't be compared with this run/],
    [{ catalogue: 9 }, /^catalogue: this suite has version 1/],
  ])('refuses %j', async (more, message) => {
    const reading = readVerifyOptions({ ...options, ...more } as never);
    await expect(reading).rejects.toThrow(message);
  });
});
