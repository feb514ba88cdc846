import { createHash } from 'node:crypto';
import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJournal, readJournal as read } from '../../src/journal/journal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { exchange } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const readJournal = (path: string) => read(path, (event) => event);

let folder = '';
let path = '';
beforeEach(async () => {
  folder = temporaryFolder();
  path = join(folder, 'journal.ndjson');
});

const event: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.record({ type: fc.constant('wait'), reason: fc.string({ unit: 'binary' }), durationMs: fc.nat() }),
  fc.record({ type: fc.constant('check-started'), requirement: fc.string() }),
  fc.record({
    type: fc.constant('internal-error'),
    requirement: fc.option(fc.string()),
    message: fc.string({ unit: 'grapheme' }),
  }),
);
const started = (requirement: string): RunEvent => ({ type: 'check-started', requirement });

function write(events: readonly RunEvent[]): void {
  const journal = openJournal(path);
  for (const each of events) {
    journal.append(each);
  }
  journal.close();
}

describe('a journal', () => {
  it('reads as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 20 }), async (events) => {
        await writeFile(path, '');
        write(events);
        expect(await readJournal(path)).toEqual({
          events: JSON.parse(JSON.stringify(events)),
          corruptLines: [],
        });
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('is on disk before append returns, one event a line', async () => {
    const journal = openJournal(path);
    journal.append(started('a\nb'));
    expect(await readFile(path, 'utf8')).toBe('{"type":"check-started","requirement":"a\\nb"}\n');
    journal.close();
  });

  it('is appended to, never written over', async () => {
    write([started('a')]);
    write([started('b')]);
    expect((await readJournal(path)).events).toEqual([started('a'), started('b')]);
  });

  it('can be read by its owner alone', async () => {
    write([]);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it('keeps all but the last event wherever it breaks off', async () => {
    const events = [started('a'), started('ä'), started('c')];
    write(events);
    const whole = await readFile(path);
    const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
    for (let length = lastLine; length <= whole.length; length += 1) {
      await writeFile(path, whole.subarray(0, length));
      const content = await readJournal(path);
      expect(content.corruptLines).toEqual([]);
      const complete = length >= whole.length - 1;
      expect(content.events).toEqual(complete ? events : events.slice(0, 2));
    }
    await truncate(path, 0);
    expect(await readJournal(path)).toEqual({ events: [], corruptLines: [] });
  });

  it('tells lines that are no events, by their number', async () => {
    write([started('a')]);
    await appendFile(path, 'not JSON\n\n{"type":"unheard of"}\n[]\nnull\n');
    write([started('b')]);
    const content = await readJournal(path);
    expect(content.events).toEqual([started('a'), started('b')]);
    expect(content.corruptLines).toEqual([
      { line: 2, problem: 'the line is not JSON' },
      { line: 3, problem: 'the line is empty' },
      { line: 4, problem: 'the line is not an event of a run' },
      { line: 5, problem: 'the line is not an event of a run' },
      { line: 6, problem: 'the line is not an event of a run' },
    ]);
  });

  it('can not be opened where there is no folder', () => {
    expect(() => openJournal(join(folder, 'none', 'journal.ndjson'))).toThrow(/no such file or folder/);
  });

  it('keeps only the first fields, and the beginning, length and digest of long bodies, when it is full', async () => {
    const body = `["${'é'.repeat(5_000)}"]`;
    const plain = exchange(1, 'list/safe').response;
    const headers = Array.from({ length: 300 }, (_, index): [string, string] => [`x-${index}`, 'é']);
    const [long, short, wide] = [
      plain && { ...plain, body },
      plain && { ...plain, body: '[]' },
      plain && { ...plain, headers },
    ];
    const journal = openJournal(path, 1_000);
    for (const response of [long, long, short, wide]) {
      const event: RunEvent = {
        type: 'exchange',
        exchange: exchange(1, 'list/safe', { response: response ?? null }),
        touched: [],
      };
      journal.append(event);
    }
    journal.close();
    const { events } = await readJournal(path);
    const bodyDigest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    const shortened = long && { ...long, body: body.slice(0, 1_024), bodyDigest };
    expect(events.map((each) => (each.type === 'exchange' ? each.exchange.response : null))).toEqual([
      long,
      shortened,
      short,
      wide && {
        ...wide,
        headers: headers.slice(0, 50),
        headersLeftOut: { fields: 250, characters: 50 * 5 + 200 * 6 },
      },
    ]);
  });
});
