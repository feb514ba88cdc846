import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { quote } from '../../src/animals/quote.ts';
import { maskArtifacts } from '../../src/artifact-scan/mask-artifacts.ts';
import { writeTrafficHar } from '../../src/har/write-traffic-har.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { member, parseJson } from '../../src/json/exact-json.ts';
import { writeArtifacts } from '../../src/report/artifacts/write-artifacts.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { redactedEvent } from '../../src/run/record-run.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange, exchanged, foldRun, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { encoding, keyAndPiece } from '../secrets/encodings.ts';
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
  expect(await maskArtifacts(folder, names, redactor)).toBe(2);
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
      expect(await maskArtifacts(folder, ['journal.ndjson'], redactor)).toBe(2);
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

/** A run whose service sends a text in a name and in a header field. The findings quote the recorded name. */
function runOf(echoed: string, redactor: Redactor): RunEvent[] {
  const usual = exchange(1, 'list/limit-bounds-count');
  const body = redactor.redact(JSON.stringify({ id: 1, name: echoed, categoryId: 1 }));
  const name = String(member(parseJson(body), 'name'));
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['X-Echo', redactor.redact(echoed)],
  ];
  const response = { status: 200, headers, body, bodyBytes: body.length, utf8: true, secretsEchoedIn: [] };
  const failure = { code: 'not-http', detail: redactor.redact(echoed) } as const;
  const events: RunEvent[] = [
    runStarted(),
    { type: 'preflight', step: { name: 'category', outcome: 'note', text: quote(name), remedy: name } },
    exchanged({ ...usual, response }),
    exchanged({ ...usual, number: 2, response: null, failure }),
    found('list/limit-bounds-count', 1, {
      message: `Name ${quote(name)}`,
      expected: name,
      actual: quote(name),
    }),
    { type: 'observation', requirement: 'list/order', text: name, exchanges: [1] },
    {
      type: 'check-finished',
      requirement: 'list/safe',
      outcome: 'inconclusive',
      reason: `received ${quote(name)}`,
    },
    runFinished(),
  ];
  // Text derived from a record is masked exactly where the record is masked.
  expect(events.map((event) => redactedEvent(event, redactor))).toEqual(events);
  return events;
}

test('the final search finds nothing that redaction missed, in any artifact', async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(keyAndPiece, encoding, async ([value, piece], [, encode]) => {
      const redactor = new Redactor([{ value, shownAs: '$ANIMAL_STORE_API_KEY' }]);
      const events = runOf(encode(piece), redactor);
      const path = join(folder, 'journal.ndjson');
      rmSync(path, { force: true });
      const journal = openJournal(path);
      for (const event of events) {
        journal.append(event);
      }
      journal.close();
      const report = foldRun(events);
      await writeTrafficHar(report, path, folder);
      await writeArtifacts(report, folder);
      const names = readdirSync(folder);
      expect(names.length).toBeGreaterThan(8);
      expect(await maskArtifacts(folder, names, redactor)).toBe(0);
      const screen = renderTerminal(report, { columns: 80, color: false });
      expect(redactor.redactionOfAll(screen).count).toBe(0);
      const all = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
      expect(all + screen).not.toContain(piece);
    }),
    { numRuns: propertyRuns(30) },
  );
});
