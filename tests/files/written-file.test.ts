import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { FileRefused } from '../../src/files/file-problem.ts';
import { openForAppending, ReplacedFile, replaceFile, writeText } from '../../src/files/written-file.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder = '';
let path = '';

beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'report.json');
});

describe('a replaced file', () => {
  test('shows its old content until the new one is complete', () => {
    writeFileSync(path, 'old');
    const file = new ReplacedFile(path);
    file.write('ne');
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.write('w');
    file.complete();
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['report.json']);
  });

  test('leaves nothing where it is given up', () => {
    const file = new ReplacedFile(path);
    file.write('a part');
    file.abandon();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('replaces a link in its place and leaves alone what the link leads to', () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'mine');
    symlinkSync(other, path);
    symlinkSync(other, `${path}.${process.pid}.unfinished`);
    replaceFile(path, 'new');
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  test('says which file was refused, why, and where', () => {
    mkdirSync(path);
    expect(() => replaceFile(path, 'new')).toThrow(`can't write report.json: it is a folder (${path})`);
    expect(readdirSync(folder)).toEqual(['report.json']);
    const missing = join(folder, 'gone', 'report.json');
    expect(() => replaceFile(missing, 'new')).toThrow(
      `can't write report.json: no such file or folder (${missing})`,
    );
  });
});

describe('a file for appending', () => {
  test('is created for its owner alone, and appended to', () => {
    for (const line of ['one\n', 'two\n']) {
      writeText(openForAppending(path), line, path);
    }
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  test.runIf(process.platform !== 'win32')('is not what a link in its place leads to', () => {
    const other = join(folder, 'other');
    writeFileSync(other, 'mine');
    chmodSync(other, 0o666);
    symlinkSync(other, path);
    expect(() => openForAppending(path)).toThrow(/can't write report\.json: it is a symbolic link/);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(() => openForAppending(join(folder, 'dangling'))).toThrow(FileRefused);
    expect(readFileSync(other, 'utf8')).toBe('mine');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });
});
