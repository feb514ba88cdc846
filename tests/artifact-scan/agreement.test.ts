import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maskArtifacts } from '../../src/artifact-scan/mask-artifacts.ts';
import { writeTrafficHar } from '../../src/har/write-traffic-har.ts';
import { quote } from '../../src/history/quote.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { member, parseJson } from '../../src/json/exact-json.ts';
import { foldRun } from '../../src/report/fold.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { writeArtifacts } from '../../src/report/write-artifacts.ts';
import { redactedEvent } from '../../src/run/redacted-event.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange, exchanged, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { encoding, keyAndPiece } from '../secrets/encodings.ts';
import { temporaryFolder } from '../temporary-folder.ts';

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
      expect(await maskArtifacts(folder, names, redactor)).toEqual([]);
      const screen = renderTerminal(report, { columns: 80, color: false });
      expect(redactor.redactionOfAll(screen).count).toBe(0);
      const all = names.map((name) => readFileSync(join(folder, name), 'utf8')).join('');
      expect(all + screen).not.toContain(piece);
    }),
    { numRuns: propertyRuns(30) },
  );
});
