import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { writeTrafficHar } from '../../src/har/write-traffic-har.ts';
import { openJournal } from '../../src/journal/journal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryRun } from '../report/arbitrary-run.ts';
import {
  exchange,
  exchanged,
  foldRun,
  found,
  madeReport,
  runFinished,
  runStarted,
} from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const schema: object = JSON.parse(readFileSync(new URL('har-1.2.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020().compile(schema);

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

async function written(
  events: readonly RunEvent[],
  withJournal: boolean,
  bounds?: { entries: number; bytes: number },
) {
  const path = join(folder, 'journal.ndjson');
  rmSync(path, { force: true });
  const journal = openJournal(path);
  for (const event of events) {
    journal.append(event);
  }
  journal.close();
  const har = await writeTrafficHar(foldRun(events), withJournal ? path : null, folder, bounds);
  const { log } = JSON.parse(readFileSync(har, 'utf8'));
  validate({ log });
  expect(validate.errors).toBeNull();
  return log;
}

const numbersOf = (log: { entries: { _number: number }[] }) => log.entries.map(({ _number }) => _number);

test('holds every exchange of any run, as HAR 1.2', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryRun, fc.boolean(), async (events, withJournal) => {
      const log = await written(events, withJournal);
      const all = events.flatMap((event) => (event.type === 'exchange' ? [event.exchange] : []));
      const cited = foldRun(events).exchanges;
      expect(numbersOf(log)).toEqual((withJournal ? all : cited).map(({ number }) => number));
      expect(log.entries.map(({ request }: { request: { headers: object } }) => request.headers)).toEqual(
        (withJournal ? all : cited).map(({ request }) =>
          request.headers.map(([name, value]) => ({ name, value })),
        ),
      );
    }),
    { numRuns: propertyRuns(60) },
  );
});

test('keeps only the beginning of cited responses when it is full', async () => {
  const headers = Array.from({ length: 900 }, (_, index): [string, string] => [`x-${index}`, 'v']);
  const events = [1, 2].flatMap((number) => {
    const { response } = exchange(number, 'list/safe');
    const made = exchange(number, 'list/safe', { response: response && { ...response, headers } });
    return [exchanged(made), found('list/safe', number)];
  });
  const log = await written([runStarted(), ...events, runFinished()], true, { entries: 1, bytes: 1_000_000 });
  const heads = log.entries.map(({ response }: { response: { headers: [] } }) => response.headers.length);
  expect(heads).toEqual([900, 50]);
  expect(log.entries[1].response.content.comment).toMatch(
    /^the record omits 850 header fields \(\d+ characters\)$/,
  );
});

test('shows an exchange as it was, with query and times', async () => {
  const made = exchange(7, 'list/safe', {
    request: {
      method: 'POST',
      target: '/pets?limit=5&a=%20b&c',
      headers: [
        ['Cookie', 'one=1; two=a=b'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"name":"Bö"}',
      credential: 'api-key',
    },
    response: {
      status: 201,
      headers: [['set-cookie', 'id=7; Path=/; HttpOnly; expires=Wed, 21 Oct 2030 07:28:00 GMT']],
      body: '{"id":9007199254740993}',
      bodyBytes: 23,
      utf8: true,
      secretsEchoedIn: [],
    },
  });
  const { entries, pages, creator } = await written([runStarted(), exchanged(made), runFinished()], true);
  expect({ entries, pages, creator }).toMatchObject({
    creator: { name: 'animal-store-conformance' },
    pages: [{ id: 'run', title: 'http://127.0.0.1:8080/v1, run conformance-1a2b3c' }],
    entries: [
      {
        pageref: 'run',
        comment: 'exchange 7, sent for list/safe',
        startedDateTime: '2026-01-01T10:00:00.100Z',
        time: 4,
        timings: { wait: 3, receive: 1 },
        request: {
          url: 'http://127.0.0.1:8080/v1/pets?limit=5&a=%20b&c',
          queryString: [
            { name: 'limit', value: '5' },
            { name: 'a', value: '%20b' },
            { name: 'c', value: '' },
          ],
          postData: { mimeType: 'application/json', text: '{"name":"Bö"}' },
        },
        response: { status: 201, content: { size: 23, text: '{"id":9007199254740993}' } },
      },
    ],
  });
});

test('an exchange without an answer has status 0 and says why', async () => {
  const failed = exchange(1, 'list/safe', {
    response: null,
    failure: { code: 'reset', detail: 'the connection was reset' },
  });
  const { entries } = await written([runStarted(), exchanged(failed), runFinished()], true);
  expect(entries[0].response).toMatchObject({ status: 0, _error: 'reset: the connection was reset' });
});

test('leaves the later ones out where they are too many, and says so, but none that a finding cites', async () => {
  const many = Array.from({ length: 10 }, (_, index) => exchanged(exchange(index + 1, 'list/safe')));
  const events = [
    runStarted(),
    ...many,
    found('list/unique-ids', 9, { related: [{ role: 'control', exchange: 7 }] }),
    runFinished(),
  ];
  const log = await written(events, true, { entries: 3, bytes: 1_000_000 });
  expect(numbersOf(log)).toEqual([1, 2, 3, 7, 9]);
  expect(log.comment).toContain('5 of the 10 requests of this run;');
  expect(log.comment).toContain('5 later requests are omitted for size');
  expect(numbersOf(await written(events, true, { entries: 100, bytes: 2_000 }))).toEqual([1, 2, 7, 9]);
});

test('a long body is cut, and says so', async () => {
  const long = exchange(1, 'list/safe');
  const response = { ...long.response, body: 'a'.repeat(300_000), bodyBytes: 300_000 };
  const { entries } = await written(
    [runStarted(), exchanged({ ...long, response: response as NonNullable<typeof long.response> })],
    true,
  );
  expect(entries[0].response.content).toMatchObject({
    size: 300_000,
    comment: 'the last 37856 characters are cut',
  });
  expect(entries[0].response.content.text).toHaveLength(262_144);
});

test('the journal of another run is not taken for its own, and nothing unfinished is left', async () => {
  const path = join(folder, 'journal.ndjson');
  const journal = openJournal(path);
  journal.append(runStarted({ tag: 'another' }));
  journal.append(exchanged(exchange(1, 'list/safe')));
  journal.close();
  await writeTrafficHar(madeReport([]), path, folder);
  const { log } = JSON.parse(readFileSync(join(folder, 'traffic.har'), 'utf8'));
  expect(log.entries).toEqual([]);
  expect(log.comment).toContain('made from a report');
  expect(readdirSync(folder).sort()).toEqual(['journal.ndjson', 'traffic.har']);
});

test('what can not be written to its end is taken away', async () => {
  const whole = exchange(1, 'list/safe');
  const unreadable = {
    ...whole,
    bodyCut: 0,
    get request(): never {
      throw new Error('the journal is gone');
    },
  };
  const report = {
    ...madeReport([]),
    exchanges: [{ ...whole, bodyCut: 0 }, unreadable],
  };
  await expect(writeTrafficHar(report, null, folder)).rejects.toThrow('the journal is gone');
  expect(readdirSync(folder)).toEqual([]);
});
