import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { inertJson, inertText } from '../../src/cli/inert-text.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { harEntry } from '../../src/har/har-entry.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { writeArtifacts } from '../../src/report/write-artifacts.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { exchanged, madeReport } from '../report/made-up-run.ts';
import { type RawServer, startRawServer } from '../target/raw-server.ts';
import { request, testTarget } from '../target/test-target.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { every } from '../test-seed.ts';

/** Characters of a text; the longer ones fit a header section. */
const short = 6_000;
const times = 8;
/** Of `times` the work a linear program needs that, and a quadratic one `times` squared. */
const mostTimes = 3 * times;
/** CPU of a measurement that says nothing, in ms: a collection of garbage takes as long. */
const noiseMs = 100;

/** What a text repeats that programs have stumbled over, and how it ends: mostly so that nothing matches after all. */
const pieces = [
  ...[' ', '\t', '.', '...', '0', '9', '-', '+', '=', '&', '&#0', '&#x', '%', '%25', '\\', '\\u00', '"', "'"],
  ...[
    '`',
    '[',
    ']',
    '{',
    '<',
    '<!--',
    '*',
    '_',
    '|',
    ',',
    ', ',
    ';',
    ': ',
    '/',
    '//',
    'a',
    'aB3',
    'QUJD',
    '::',
  ],
  ...[
    '##[',
    '\u001b[',
    '\u202e',
    '\u0301',
    '\u00ad',
    '👩‍👧',
    'é',
    '\u2028',
    'at x (y.js:1:2) ',
    '1.',
    '1e',
    'ask_',
    '\n ',
    '##a',
    '\\116',
    '113 ',
  ],
];
const pumped = fc.record({
  before: fc.constantFrom('', ...pieces),
  unit: fc.oneof(
    fc.constantFrom(...pieces),
    fc.array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
  ),
  after: fc.constantFrom('', 'x', '\n', '"', '!', ...pieces),
});
type Pumped = typeof pumped extends fc.Arbitrary<infer Value> ? Value : never;

function textOf({ before, unit, after }: Pumped, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

/** As bytes that may stand in a header field. */
function fieldValue(text: string): string {
  return Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1');
}

/** Responses that show a text in each place where something reads it. */
function responsesOf(text: string): Buffer[] {
  const value = fieldValue(text);
  const json = JSON.stringify(text);
  const fields = [
    'X-Note',
    'X-RateLimit-Reset',
    'X-RateLimit-Remaining',
    'Retry-After',
    'Age',
    'Date',
    'WWW-Authenticate',
  ];
  const response = (status: string, body: string, ...more: string[]) =>
    Buffer.concat([
      Buffer.from(
        [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...more, '', ''].join('\r\n'),
        'latin1',
      ),
      Buffer.from(body),
    ]);
  const type = 'Content-Type: application/json';
  return [
    ...fields.map((name) => response('200 OK', '[]', type, `${name}: ${value}`)),
    response('200 OK', '[]', `Content-Type: ${value}`),
    response('400 Bad Request', `{"code":${json},"message":${json}}`, type),
    response('500 Internal Server Error', text, 'Content-Type: text/plain'),
    response('200 OK', text, type),
    response('200 OK', `[{"id":1,"name":${json},"categoryId":1,"status":${json}}]`, type),
    response('200 OK', `[${text}]`, type),
  ];
}

let server: RawServer;
let folder = '';
let responses: Buffer[] = [];
beforeAll(async () => {
  folder = temporaryFolder();
  server = await startRawServer((socket, { number }) =>
    socket.write(responses[(number - 1) % responses.length] ?? ''),
  );
});
afterAll(async () => {
  await server.close();
});

const redactor = new Redactor([{ value: 'Kq7x2mW9_Bv4nT8rL6d', shownAs: '$KEY' }]);

/** Receives, records, judges and reports a text; resolves with the CPU that this process used for it, in ms. */
async function cpuMsOf(text: string): Promise<number> {
  responses = responsesOf(text);
  const events: RunEvent[] = [];
  const { target } = testTarget(server.baseUrl, { onExchange: () => {} });
  const begin = process.cpuUsage();
  const watches = [
    startWatch({ planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 }),
    new AnimalWatch('cxqhtmb'),
  ];
  for (const _ of responses) {
    const exchange: Exchange = await target.send(request(), 'list/safe');
    events.push(exchanged(exchange));
    for (const watch of watches) {
      events.push(...watch.see(exchange).findings.map((finding): RunEvent => ({ type: 'finding', finding })));
    }
    JSON.stringify(harEntry(exchange, server.baseUrl));
    inertJson(redactor.redactionOfAll(JSON.stringify(exchange)).text);
    inertText(exchange.response?.body ?? '', true);
  }
  const report = madeReport(events);
  inertText(renderTerminal(report, { columns: 80, color: true }), true);
  await writeArtifacts(report, folder);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1_000;
}

/** The least of so many measurements: what else a process does only adds to one. */
async function leastCpuMs(text: string, measurements: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < measurements; done += 1) {
    least = Math.min(least, await cpuMsOf(text));
  }
  return least;
}

async function isLinear(text: Pumped): Promise<void> {
  const bound = async (measurements: number) =>
    Math.max(noiseMs, mostTimes * (await leastCpuMs(textOf(text, short), measurements)));
  if ((await cpuMsOf(textOf(text, short * times))) > (await bound(1))) {
    expect(await leastCpuMs(textOf(text, short * times), 3)).toBeLessThanOrEqual(await bound(3));
  }
}

describe('any response', () => {
  it(`takes at most ${mostTimes} times the CPU if it is ${times} times as long`, async () => {
    await leastCpuMs(textOf({ before: '', unit: 'a', after: '' }, short), 5);
    const alone = every(6, pieces);
    await fc.assert(
      fc.asyncProperty(pumped, isLinear),
      // Pieces by themselves first: chance would leave some out.
      { numRuns: alone.length + 8, examples: alone.map((unit) => [{ before: 'x', unit, after: 'x' }]) },
    );
  });
});
