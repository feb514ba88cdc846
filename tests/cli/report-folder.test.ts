import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  linkLatest,
  makeNamedFolder,
  makeOwnFolder,
  markerName,
  removeEarlierRun,
} from '../../src/cli/report-files/report-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { refusal } from './given.ts';

let folder = '';

beforeEach(() => {
  folder = temporaryFolder();
});

const noon = new Date('2030-12-05T12:00:07.123Z');

describe('the folder of the reports', () => {
  test('a run has one of its own, even in the same second with the same seed', () => {
    const first = makeOwnFolder(folder, noon, 42);
    const second = makeOwnFolder(folder, noon, 42);
    expect(first).toBe(join(folder, 'reports', '2030-12-05T12-00-07Z-42'));
    expect(second).toBe(`${first}-2`);
    expect(readdirSync(first)).toEqual([markerName]);
  });

  test('reports/latest leads to the newest', () => {
    linkLatest(makeOwnFolder(folder, noon, 1));
    const second = makeOwnFolder(folder, noon, 2);
    linkLatest(second);
    expect(readlinkSync(join(folder, 'reports', 'latest'))).toBe(basename(second));
    expect(readdirSync(join(folder, 'reports'))).toHaveLength(3);
  });

  test('a folder that is called latest is left alone', () => {
    mkdirSync(join(folder, 'reports', 'latest', 'mine'), { recursive: true });
    linkLatest(makeOwnFolder(folder, noon, 1));
    expect(readdirSync(join(folder, 'reports', 'latest'))).toEqual(['mine']);
    expect(readdirSync(join(folder, 'reports'))).toHaveLength(2);
  });

  test('a named folder is made with its parents, and what is in it stays', () => {
    const path = makeNamedFolder('a/b', folder);
    writeFileSync(join(path, 'notes.txt'), 'mine');
    expect(makeNamedFolder('a/b', folder)).toBe(join(folder, 'a', 'b'));
    expect(readFileSync(join(path, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('what an earlier run left in it goes, and nothing else', () => {
    const path = makeNamedFolder('used', folder);
    for (const name of ['journal.ndjson', 'report.json', 'index.html', 'notes.txt']) {
      writeFileSync(join(path, name), '');
    }
    removeEarlierRun(path);
    expect(readdirSync(path)).toEqual([markerName, 'notes.txt']);
  });

  test.each(['report.json', 'page.css', 'self-check-runs'])(
    'a folder without the marker that holds %s is refused, and nothing in it changes',
    (name) => {
      mkdirSync(join(folder, 'used', name), { recursive: true });
      expect(refusal(() => makeNamedFolder('used', folder))).toContain(`holds "${name}"`);
      expect(readdirSync(join(folder, 'used'))).toEqual([name]);
    },
  );

  test('a folder of other files is taken, and they stay', () => {
    mkdirSync(join(folder, 'used'));
    writeFileSync(join(folder, 'used', 'notes.txt'), 'mine');
    removeEarlierRun(makeNamedFolder('used', folder));
    expect(readdirSync(join(folder, 'used'))).toEqual([markerName, 'notes.txt']);
    expect(makeNamedFolder('used', folder)).toBe(join(folder, 'used'));
  });

  test('an earlier run is not taken for one where a folder has the name of its file', () => {
    const path = makeNamedFolder('used', folder);
    mkdirSync(join(path, 'report.json'));
    expect(refusal(() => removeEarlierRun(path))).toContain('it is a folder');
  });

  test.runIf(process.platform === 'linux')(
    'a place that takes no folders is refused, and not tried on',
    () => {
      expect(refusal(() => makeNamedFolder('/proc/animal-store/reports', folder))).toContain(
        'no such file or folder',
      );
    },
  );

  test.each([
    ['file', 'there is a file of that name'],
    ['file/below', 'a part of it is not a folder'],
    ['x'.repeat(300), 'the name is too long'],
    ['circle', 'its links form a loop'],
  ])('%s is refused', (path, reason) => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('circle', join(folder, 'circle'));
    expect(refusal(() => makeNamedFolder(path, folder))).toContain(reason);
  });
});
