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
import { exchange, exchanged, foldRun, madeReport, runFinished, runStarted } from '../report/made-up-run.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const schema: object = JSON.parse(readFileSync(new URL('har-1.2.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020().compile(schema);

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

async function written(events: readonly RunEvent[], withJournal: boolean) {
  const path = join(folder, 'journal.ndjson');
  rmSync(path, { force: true });
  const journal = openJournal(path);
  for (const event of events) {
    journal.append(event);
  }
  journal.close();
  const har = await writeTrafficHar(foldRun(events), withJournal ? path : null, folder);
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

test('what is cut or left out of a response is said', async () => {
  const long = exchange(1, 'list/safe');
  const headersLeftOut = { fields: 850, characters: 4_000 };
  const response = { ...long.response, body: 'a'.repeat(300_000), bodyBytes: 300_000, headersLeftOut };
  const { entries } = await written(
    [runStarted(), exchanged({ ...long, response: response as NonNullable<typeof long.response> })],
    true,
  );
  expect(entries[0].response.content).toMatchObject({
    size: 300_000,
    comment: 'the last 37856 characters are cut; the record omits 850 header fields (4000 characters)',
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
