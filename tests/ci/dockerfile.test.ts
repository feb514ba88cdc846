import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { repository, runScript } from './run-script.ts';

interface Instruction {
  readonly name: string;
  readonly value: string;
}

/** The instructions of a Dockerfile without continued lines, stage by stage; those before the first stage are left out. */
function stages(text: string): Instruction[][] {
  const read: Instruction[][] = [];
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      read.push([]);
    }
    if (name !== '') {
      read.at(-1)?.push({ name, value });
    }
  }
  return read;
}

const text = readFileSync(join(repository, 'Dockerfile'), 'utf8');
const all = stages(text);
const image = all.at(-1) ?? [];
const values = (name: string) => image.filter((one) => one.name === name).map(({ value }) => value);
const ignored = readFileSync(join(repository, '.dockerignore'), 'utf8').split('\n');

describe('the Dockerfile', () => {
  test('takes no key, and nothing of the clone that may hold one or is made anew', () => {
    expect(text).not.toMatch(/KEY|TOKEN|SECRET/);
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'dist', 'reports', '.env*']));
  });

  test('what it copies suffices for the command and its reports', async () => {
    const folder = temporaryFolder();
    for (const value of values('COPY')) {
      const [, from = '', to = ''] = /^--from=build \/source\/(\S+) (\S+)$/.exec(value) ?? [];
      expect(existsSync(join(repository, from)), value).toBe(true);
      if (from === 'node_modules') {
        symlinkSync(join(repository, from), join(folder, to));
      } else {
        cpSync(join(repository, from), join(folder, to, to.endsWith('/') ? from : ''), { recursive: true });
      }
    }
    const link = image.find(({ value }) => value.includes('ln -s'))?.value ?? '';
    const [, main = ''] = /\$PWD\/([\w./]+)/.exec(link) ?? [];
    const work = join(folder, 'work');
    mkdirSync(work);
    const command = `'${process.execPath}' '${join(folder, main)}' run --reference --only 'auth/*' --report-dir report`;
    const { status, output, messages } = await runScript(['sh'], command, {
      folder: work,
      environment: {},
    });
    expect(status, output + messages).toBe(0);
    expect(existsSync(join(work, 'report/index.html'))).toBe(true);
  });
});
