import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { endOf } from '../end-of.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runCommand, startCommand } from './command.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const run = ['run', '--reference', '--effort', 'smoke', '--report-dir', 'there'];

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

/** Runs the command below a limit of the shell, as `ulimit -f 40`. */
async function limited(limit: string, args: readonly string[]) {
  const child = spawn('sh', ['-c', `ulimit ${limit}; exec "$@"`, 'sh', process.execPath, main, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return endOf(child);
}

describe.runIf(process.platform === 'linux')('files that are refused', () => {
  test('a journal that can grow no more is named as that, with status 3', async () => {
    const { status, messages } = await limited('-f 40', run);
    expect(status, messages).toBe(3);
    expect(messages.trim().split('\n').at(-1)).toMatch(
      /^animal-store-conformance: can't write journal\.ndjson: the file reached the largest size that is allowed \(.+\); no verdict$/,
    );
    expect(messages).not.toContain('internal error');
  });

  test.each([25, 40])('%i file descriptors are too few: one line, status 3', async (count) => {
    const { status, messages } = await limited(`-n ${count}`, run);
    expect(status, messages).toBe(3);
    expect(messages).toMatch(/too many open files.+ulimit -n 1024.+no verdict\n$/);
    expect(messages).not.toMatch(/internal error|\n {4}at /);
  });

  test('a folder that goes away during the run is named, with status 3', async () => {
    const command = startCommand(run, { folder });
    await command.shown(/Category:/);
    rmSync(join(folder, 'there'), { recursive: true });
    const { status, messages } = await command.ended;
    expect(status, messages).toBe(3);
    expect(messages).toMatch(/can't (?:read|write) \S+: no such file or folder/);
    expect(messages).not.toContain('internal error');
  });

  test('a link in place of an artifact is replaced: what it leads to stays', async () => {
    const command = startCommand(run, { folder });
    await command.shown(/Category:/);
    writeFileSync(join(folder, 'mine'), 'mine');
    symlinkSync('../mine', join(folder, 'there', 'report.json'));
    const { status, messages } = await command.ended;
    expect(status, messages).toBe(0);
    expect(readFileSync(join(folder, 'mine'), 'utf8')).toBe('mine');
    expect(JSON.parse(readFileSync(join(folder, 'there', 'report.json'), 'utf8')).verdict).toBe('conformant');
  });

  test.each([
    ['run', run],
    ['load', ['load', '--reference', '--duration', '1s', '--report-dir', 'there']],
  ])('%s replaces nothing that this program did not write', async (_, args) => {
    mkdirSync(join(folder, 'there'));
    writeFileSync(join(folder, 'there', 'index.html'), 'mine');
    const { status, messages } = await runCommand(args, { folder });
    expect(status).toBe(2);
    expect(messages).toContain('the folder "there" holds "index.html"');
    expect(readdirSync(join(folder, 'there'))).toEqual(['index.html']);
    expect(readFileSync(join(folder, 'there', 'index.html'), 'utf8')).toBe('mine');
  });

  test('a current folder that was removed is one clear line', async () => {
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "${process.execPath}" "${main}" run http://localhost/v1`;
    const child = spawn('/bin/sh', ['-c', script], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const { status, messages } = await endOf(child);
    expect(messages).toMatch(
      /^animal-store-conformance: the current folder does not exist any more[^\n]*\n$/,
    );
    expect(status).toBe(2);
  });
});
