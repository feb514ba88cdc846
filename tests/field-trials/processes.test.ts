import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { finish, start, stop } from '../../field-trials/harness/processes.ts';
import { startService } from '../../field-trials/harness/service.ts';
import { readSubjects, type Subject } from '../../field-trials/harness/subject.ts';
import { inTemporaryFolder } from '../../field-trials/harness/temporary-folder.ts';

function subject(line: string): Subject {
  const [first] = readSubjects();
  if (first === undefined) {
    throw new Error('no subjects');
  }
  return { ...first, folder: '/', plan: 'free', start: line };
}

/** Where nobody waits for orphans, a process that ended stays as a zombie. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

test('stopping a service ends what it started, though it ignores being asked', async () => {
  const service = start('sh', ['-c', 'trap "" TERM; sleep 600 & echo $!; wait'], {});
  const pid = await new Promise<number>((resolve) => {
    if (service.stdout !== null) {
      createInterface(service.stdout).once('line', (line) => resolve(Number(line)));
    }
  });
  expect(isRunning(pid)).toBe(true);
  await stop(service);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a command is killed when its time is up, and its output is reported', async () => {
  const endless = start('sh', ['-c', 'echo begun; sleep 600'], {});
  await expect(finish(endless, 500)).rejects.toThrow(/timed out after 0.5 s\nbegun/);
  expect(endless.exitCode === null && endless.signalCode === null).toBe(false);
});

test('a service that ends before it listens is reported with its status and output', async () => {
  const broken = subject('echo no such module >&2; exit 7');
  await inTemporaryFolder(async (folder) => {
    await expect(startService(broken, folder)).rejects.toThrow(
      /ended with status 7 before it listened\nno such module/,
    );
  });
});

test('a service gets its port, keys, minute and a folder that is gone afterwards', async () => {
  const echo = subject(
    'echo "$PORT $API_KEYS $MINUTE_MS $TMPDIR" | grep -qE "^[0-9]+ business=[^,]+(,free=[^,]+){2} 20000 /" && echo listening; exec sleep 600',
  );
  const used = await inTemporaryFolder(async (folder) => {
    const service = await startService({ ...echo, minute: '20s' }, folder);
    expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    await service.stop();
    return folder;
  });
  expect(existsSync(used)).toBe(false);
});
