import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { loadByWorkers } from '../../src/cli/commands/load-workers.ts';
import { NoReport } from '../../src/cli/report-files/present-report.ts';
import { requirements } from '../../suites/requirements.ts';
import { optionsFor } from '../load-run/made-load.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { startCommand } from './command.ts';
import { programOn, recordingScreen } from './recording-screen.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe('load --reference', () => {
  it('needs no key, tells of the load and of nothing else', async () => {
    const args = ['load', '--reference', '--rate', '20', '--duration', '400ms', '--report-dir', 'report'];
    const { status, output } = await startCommand(args, { folder }).ended;
    // On a busy machine the generator may have been held up: that is no verdict, and says so.
    expect(status).toBe(output.includes('INVALID') ? 3 : 0);
    expect(output).toMatch(/Rate +20\/s offered, \d+(\.\d+)?\/s achieved/);
    expect(output).toMatch(/ (\d) requests · \1 responses · none failed/);
    expect(output).toMatch(
      new RegExp(`\\d+ of ${requirements.length} requirements not tested by a load: use the command run`),
    );
    expect(output).not.toContain('NOT TESTED');
    expect(readdirSync(join(folder, 'report'))).toContain('index.html');
  });

  it('ends with a report when it is interrupted, and takes the service with it', async () => {
    const args = ['load', '--reference', '--rate', '20', '--duration', '1m', '--output=json'];
    const command = startCommand(args, { folder });
    await command.shown(/reachable/);
    command.process.kill('SIGINT');
    const { status, output, messages } = await command.ended;
    expect(status).toBe(3);
    expect(messages).toContain('No verdict: interrupted by the user');
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line): { readonly type: string } => JSON.parse(line));
    expect(lines[0]?.type).toBe('run-started');
    expect(lines.at(-1)).toMatchObject({ type: 'result', exitStatus: 3, verdict: 'none' });
  });
});

test('workers that are interrupted before they are ready make no report, and no wrong usage', async () => {
  const baseUrl = 'http://127.0.0.1:9/v1';
  const screen = recordingScreen(false);
  const loading = loadByWorkers(
    {
      workers: 2,
      startAtMs: null,
      options: optionsFor(baseUrl, 'any-key-at-all'),
      invocation: { command: 'load', positionals: [baseUrl], options: new Map() },
    },
    programOn(screen, screen),
    () => {},
    AbortSignal.abort(),
  );
  await expect(loading).rejects.toThrow(new NoReport(['interrupted before the load; no verdict']));
});
