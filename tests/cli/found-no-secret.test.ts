import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foundNoSecret } from '../../src/cli/found-no-secret.ts';
import type { Program } from '../../src/cli/program.ts';
import { recordingScreen } from './recording-screen.ts';

const key = 'kQ7zR2mWx9TvLp4B';
const secrets = [{ value: key, shownAs: '$ANIMAL_STORE_API_KEY' }];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'searched-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function searched(text: string, within: readonly string[]) {
  const messages = recordingScreen(false);
  const program: Program = {
    output: recordingScreen(false),
    messages,
    environment: {},
    currentFolder: folder,
    crash: { folder: null, secrets: new Set() },
    exit: () => {
      throw new Error('nothing here ends the process');
    },
  };
  const names = ['report.json', 'self-check.json'];
  return foundNoSecret(folder, { names, text, secrets }, program, within).then((none) => ({
    none,
    said: messages.written.join(''),
  }));
}

test('a key in a report, in that of a run within it, and in what is shown is told and taken away', async () => {
  mkdirSync(join(folder, 'self-check-runs', 'one'), { recursive: true });
  writeFileSync(join(folder, 'self-check.json'), `{"again":"${key}"}`);
  writeFileSync(join(folder, 'self-check-runs', 'one', 'report.json'), Buffer.from(key).toString('base64'));
  const { none, said } = await searched(`it was ${key}`, ['self-check-runs/one']);
  expect(none).toBe(false);
  expect(said).toMatch(/: self-check\.json held the key \$ANIMAL_STORE_API_KEY \(/);
  expect(said).toMatch(/: self-check-runs\/one\/report\.json held the key \$ANIMAL_STORE_API_KEY \(.*base64/);
  expect(said).toContain('the key $ANIMAL_STORE_API_KEY stood in what was to be shown');
  expect(said).not.toContain(key);
  expect(readdirSync(folder)).toEqual(['self-check-runs']);
  expect(readdirSync(join(folder, 'self-check-runs', 'one'))).toEqual([]);
});

test('what holds none stays, and nothing is said', async () => {
  writeFileSync(join(folder, 'self-check.json'), '{}');
  writeFileSync(join(folder, 'other.txt'), key);
  expect(await searched('all is well', [])).toEqual({ none: true, said: '' });
  expect(readdirSync(folder)).toHaveLength(2);
});
