import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderJson } from '../../src/report/write-artifacts.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { faultless, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { keptCommand } from './kept-command.ts';
import { folder, inOwnFolders, readReport, run, startService } from './run-service.ts';

inOwnFolders();

function rerun(args: readonly string[], key = 'kQ7zR2mWx9') {
  return keptCommand(['rerun', ...args], { folder, environment: { ANIMAL_STORE_API_KEY: key } });
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const reportText = (...findings: readonly RunEvent[]) =>
  renderJson(foldRun([runStarted(), ...faultless(), ...findings, runFinished()]));

describe('rerun', () => {
  test('runs what failed again, with the seed, effort and target of the report', async () => {
    const fault = faultNamed('limit-plus-one');
    const broken = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
    const fixed = await startService();
    const only = ['--only', 'list/limit-bounds-count', '--only', 'auth/missing-key'];
    const made = await run(broken.baseUrl, broken.keys.enterprise, ...only, '--effort', 'smoke', '--seed=5');
    expect(made.status, made.output + made.messages).toBe(1);

    const still = await rerun(['--failed', 'out', '--report-dir', 'again'], broken.keys.enterprise);
    expect(still.status, still.output + still.messages).toBe(1);
    const again = readReport('again').run;
    expect(again).toMatchObject({ seed: 5, effort: 'smoke', selected: ['list/limit-bounds-count'] });
    expect(again.command).toBe(
      `npx animal-store-conformance run ${broken.baseUrl} --only list/limit-bounds-count --effort smoke --seed 5`,
    );

    const there = ['--failed', 'out', '--base-url', fixed.baseUrl, '--report-dir', 'fixed'];
    const ended = await rerun(there, fixed.keys.enterprise);
    expect(ended.status, ended.output + ended.messages).toBe(0);
    const nothing = await rerun(['--failed', 'fixed']);
    expect(nothing).toEqual({ status: 0, output: '"fixed": nothing failed\n', messages: '' });

    const whole = await rerun(['out', '--report-dir', 'whole'], broken.keys.enterprise);
    expect(whole.status, whole.output).toBe(1);
    expect(readReport('whole').run.selected).toEqual(['auth/missing-key', 'list/limit-bounds-count']);
    for (const shown of [still, ended, nothing]) {
      expect(shown.output + shown.messages).not.toContain(broken.keys.enterprise);
    }
  });

  test.each([
    ['is missing', null, '"r.json" does not exist'],
    ['is corrupt', '{"schemaVersion": 1,', '"r.json" is neither a report.json nor a journal.ndjson'],
    [
      'has another schema version',
      reportText().replace('"schemaVersion": 1', '"schemaVersion": 2'),
      '"r.json" has version 2 of the report schema; this version of the suite reads version 1',
    ],
    [
      'is of a load',
      renderJson(foldRun([runStarted({ kind: 'load', command: 'x load y' }), runFinished()])),
      '"r.json" is the report of a load, not of a run: repeat it with x load y',
    ],
  ])('is one clear line where the report %s', async (_, text, expected) => {
    if (text !== null) {
      write('r.json', text);
    }
    const { status, output, messages } = await rerun(['--failed', 'r.json']);
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(messages).toContain(`animal-store-conformance: ${expected}`);
    expect(messages.trimEnd()).not.toContain('\n');
  });

  test('needs the key of the environment', async () => {
    write('r.json', reportText(found('list/unique-ids', 40)));
    const { status, messages } = await keptCommand(['rerun', '--failed', 'r.json'], { folder });
    expect(status).toBe(2);
    expect(messages).toContain('the API key is missing: pass --api-key KEY or set ANIMAL_STORE_API_KEY');
  });
});
