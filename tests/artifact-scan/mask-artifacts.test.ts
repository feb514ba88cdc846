import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { maskArtifacts } from '../../src/artifact-scan/mask-artifacts.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { temporaryFolder } from '../temporary-folder.ts';

let folder = '';
const value = 'Kq7SecretThatMustNotStay9zW';
const shownAs = '$ANIMAL_STORE_API_KEY';
const redactor = new Redactor([{ value, shownAs }]);

beforeEach(() => {
  folder = temporaryFolder();
});

const written = (name: string) => readFileSync(join(folder, name), 'utf8');

test('a secret is masked in its place, and no file is taken away or changed otherwise', async () => {
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ body: value, list: [...Buffer.from(value)] }));
  writeFileSync(join(folder, 'index.html'), '<p>$ANIMAL_STORE_API_KEY</p>');
  writeFileSync(join(folder, 'junit.xml'), '');
  writeFileSync(join(folder, 'notes.txt'), value);
  const names = ['report.json', 'index.html', 'junit.xml', 'missing.md'];
  expect(await maskArtifacts(folder, names, redactor)).toEqual([{ name: 'report.json', count: 2 }]);
  expect(readdirSync(folder).sort()).toEqual(['index.html', 'junit.xml', 'notes.txt', 'report.json']);
  expect(JSON.parse(written('report.json'))).toEqual({ body: shownAs, list: [...value].map(() => 0) });
  expect(written('index.html')).toBe('<p>$ANIMAL_STORE_API_KEY</p>');
  expect(written('notes.txt')).toBe(value);
});

test.each([-20, -1, 8_000])(
  'a large file is read piece by piece, and nothing is missed at an edge (%i)',
  async (shift) => {
    for (const filler of ['abc! ', 'abc!\n']) {
      const bytes = Buffer.alloc(3_500_000, filler);
      bytes.write(Buffer.from(`0${value}`).toString('base64url'), 2 * 1_048_576 + shift - 8_192);
      bytes.write(value, 2 * 1_048_576 + shift);
      writeFileSync(join(folder, 'journal.ndjson'), bytes);
      expect(await maskArtifacts(folder, ['journal.ndjson'], redactor)).toMatchObject([{ count: 2 }]);
      expect(redactor.redactionOfAll(written('journal.ndjson')).count).toBe(0);
      expect(written('journal.ndjson').replaceAll(shownAs, '').length).toBeGreaterThan(3_499_900);
    }
  },
);

test('a key that is a word of this program occurs in every report, and counts only as a credential', () => {
  const both = new Redactor([
    { value: 'inconclusive', shownAs: '$WORD' },
    { value, shownAs },
  ]);
  const masked = (text: string) => both.redactionOfAll(text).text;
  expect(masked('3 requirements are inconclusive')).toBe('3 requirements are inconclusive');
  expect(masked("-H 'Authorization: Bearer inconclusive'")).toBe("-H 'Authorization: Bearer $WORD'");
  expect(masked(`inconclusive: ${value}`)).toBe(`inconclusive: ${shownAs}`);
});
