import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scanArtifacts, secretFinder } from '../../src/artifact-scan/scan-artifacts.ts';

let folder = '';
const value = 'Kq7SecretThatMustNotStay9zW';
const secrets = [{ value, shownAs: '$ANIMAL_STORE_API_KEY' }];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scan-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('a file that holds a secret is removed, and no other', async () => {
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ body: value }));
  writeFileSync(join(folder, 'index.html'), '<p>$ANIMAL_STORE_API_KEY</p>');
  writeFileSync(join(folder, 'junit.xml'), '');
  writeFileSync(join(folder, 'notes.txt'), value);
  const names = ['report.json', 'index.html', 'junit.xml', 'missing.md'];
  expect(await scanArtifacts(folder, names, secrets)).toMatchObject([
    { name: 'report.json', secret: { shownAs: '$ANIMAL_STORE_API_KEY' }, how: 'as it is, or escaped' },
  ]);
  expect(readdirSync(folder).sort()).toEqual(['index.html', 'junit.xml', 'notes.txt']);
});

test.each([-20, -1, 0, 5])(
  'a large file is read piece by piece, and nothing is missed at an edge (%i)',
  async (shift) => {
    const bytes = Buffer.alloc(3_500_000, 'abc, ');
    bytes.write(Buffer.from(`0${value}`).toString('base64url'), 2 * 1_048_576 + shift);
    writeFileSync(join(folder, 'journal.ndjson'), bytes);
    expect(await scanArtifacts(folder, ['journal.ndjson'], secrets)).toMatchObject([{ how: 'in base64' }]);
    expect(existsSync(join(folder, 'journal.ndjson'))).toBe(false);
  },
);

test('a key that is a word of this program itself stands in every report, and counts as a credential only', () => {
  const word = [{ value: 'inconclusive', shownAs: '$KEY' }];
  expect(secretFinder(word)('3 requirements are inconclusive')).toBeNull();
  expect(secretFinder(word)("-H 'Authorization: Bearer inconclusive'")).not.toBeNull();
  const both = [...word, ...secrets];
  expect(secretFinder(both)(`inconclusive: ${value}`)).toMatchObject({ secret: secrets[0] });
});
