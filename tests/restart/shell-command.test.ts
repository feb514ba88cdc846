import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runShellCommand } from '../../src/restart/shell-command.ts';
import { isAlive } from '../end-of.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const never = new AbortController().signal;

describe('a command of the shell', () => {
  test('its status and both streams of its output are known', async () => {
    expect(await runShellCommand('echo out; echo problem >&2; exit 3', never)).toEqual({
      exitStatus: 3,
      ended: null,
      output: 'out\nproblem\n',
      outputCut: 0,
    });
  });

  test('of a long output the end is kept, from the beginning of a character on', async () => {
    const script = `process.stdout.write('ä'.repeat(20_000) + 'end')`;
    const { output, outputCut } = await runShellCommand(`"${process.execPath}" -e "${script}"`, never);
    expect(output).toMatch(/^ä+end$/);
    expect(Buffer.byteLength(output) + outputCut).toBe(40_003);
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(16_384);
  });

  test('it ends with everything that it has started', async () => {
    const stop = new AbortController();
    const folder = temporaryFolder();
    const file = join(folder, 'pid');
    const child = `"${process.execPath}" -e "setInterval(() => {}, 1000)"`;
    const ended = runShellCommand(
      `${child} & echo $! > '${file}.new'; mv '${file}.new' '${file}'; wait`,
      stop.signal,
    );
    await expect.poll(() => existsSync(file), { timeout: 60_000 }).toBe(true);
    const started = Number(readFileSync(file, 'utf8'));
    expect(isAlive(started)).toBe(true);
    stop.abort();
    expect(await ended).toMatchObject({ exitStatus: null, ended: 'SIGTERM' });
    await expect.poll(() => isAlive(started), { timeout: 60_000 }).toBe(false);
  });

  test('a process that it leaves running is not waited for', async () => {
    const child = `"${process.execPath}" -e "setTimeout(() => console.log('later'), 60_000)"`;
    const { exitStatus, output } = await runShellCommand(`${child} & echo $!`, never);
    expect(exitStatus).toBe(0);
    process.kill(Number(output));
  });
});
