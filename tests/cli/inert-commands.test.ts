import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carryOut } from '../../src/cli/carry-out.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { propertyRuns } from '../property-runs.ts';
import { browserEntry, harText } from '../recorded/har-text.ts';
import { exchange, exchanged, foldRun, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { type RawServer, startRawServer } from '../target/raw-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { activeIn, hostileOutput, streamScreen } from './hostile-output.ts';
import { programOn } from './recording-screen.ts';

let folder = '';
let server: RawServer;
let answer: (isCreation: boolean) => Buffer;
beforeAll(async () => {
  folder = temporaryFolder();
  server = await startRawServer((socket, { lines }) => {
    socket.write(answer(lines[0]?.startsWith('POST') ?? false));
  });
});
afterAll(async () => {
  await server.close();
});

/** Runs a command with and without a terminal, and expects that all its output is inert. */
async function expectInert(args: readonly string[], isTerminal: boolean): Promise<number> {
  const output = streamScreen(isTerminal);
  const messages = streamScreen(isTerminal);
  const environment = { ANIMAL_STORE_API_KEY: 'kQ7zR2mWx9LpVt4c' };
  const program = programOn(output.screen, messages.screen, { environment, currentFolder: folder });
  const status = await carryOut(args, program);
  expect(activeIn(output.text(), isTerminal)).toBeNull();
  expect(activeIn(messages.text(), isTerminal)).toBeNull();
  expect(output.text() + messages.text()).not.toBe('');
  return status;
}

/** Responses of a service: a list, an animal, an error or malformed JSON, with hostile text in every place. */
const anyStatus = [200, 201, 301, 400, 401, 403, 404, 418, 500, 503];

const answersOf = (...listStatuses: number[]) =>
  fc
    .record({
      status: fc.constantFrom(...listStatuses),
      creation: fc.constantFrom(200, 201, 400, 422, 500),
      text: hostileOutput,
      isJson: fc.boolean(),
      inHeaders: fc.boolean(),
    })
    .map(({ status, creation, text, isJson, inHeaders }) => (isCreation: boolean): Buffer => {
      const code = isCreation ? creation : status;
      const pet = { id: 7, name: text, categoryId: 1, [text]: text, status: text };
      const value =
        code >= 300
          ? { code: text, message: text, status: text }
          : isCreation
            ? pet
            : [pet, { ...pet, id: 8 }];
      const body = Buffer.from(isJson ? JSON.stringify(value) : text);
      const field = inHeaders ? text.replaceAll(/[\r\n\0]/g, ' ') : 'x';
      const head = [
        `HTTP/1.1 ${code} ${field}`,
        `Content-Type: ${inHeaders ? field : 'application/json'}`,
        `Content-Length: ${body.length}`,
        ...['X-RateLimit-Limit', 'X-RateLimit-Reset', 'Location', 'Date', 'WWW-Authenticate'].map(
          (name) => `${name}: ${field}`,
        ),
      ];
      return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
    });

describe('with a hostile service, the output is inert of', () => {
  test.each([['people'], ['programs', '--output=json']])('doctor, for %s', async (_whom, ...options) => {
    await fc.assert(
      fc.asyncProperty(answersOf(...anyStatus), fc.boolean(), async (given, isTerminal) => {
        answer = given;
        const args = ['doctor', server.baseUrl, '--timeout', '2s', '--quota-key', 'free=fR3zR2mWx9LpVt4c'];
        expect(await expectInert([...args, ...options], isTerminal)).not.toBe(2);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('load', async () => {
    await fc.assert(
      fc.asyncProperty(answersOf(200, 404), fc.boolean(), async (given, isTerminal) => {
        answer = given;
        const args = ['load', server.baseUrl, '--rate', '40', '--duration', '100ms', '--report-dir', 'load'];
        expect(await expectInert([...args, '--timeout', '2s'], isTerminal)).not.toBe(2);
      }),
      { numRuns: propertyRuns(6) },
    );
  });
});

/** The events of a run in which every text from the service is hostile. */
function hostileRun(hostile: string, isFailure: boolean): RunEvent[] {
  const text = hostile === '' ? 'x' : hostile;
  const usual = exchange(1, 'list/limit-bounds-count');
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['X-Odd', text],
    ['Location', text],
    ['X-RateLimit-Limit', text],
  ];
  const body = `[${JSON.stringify({ id: 1, name: text, categoryId: 1 })},{"id":1,"name":${JSON.stringify(text)}}]`;
  const response = { status: 200, headers, body, bodyBytes: body.length, utf8: true, secretsEchoedIn: [] };
  const failure = { code: 'not-http', detail: text } as const;
  const request = { ...usual.request, target: '/pets?limit=1' };
  return [
    runStarted(),
    { type: 'preflight', step: { name: text, outcome: 'note', text, remedy: text } },
    { type: 'check-started', requirement: 'list/limit-bounds-count' },
    exchanged({ ...usual, request, ...(isFailure ? { response: null, failure } : { response }) }),
    exchanged({ ...exchange(2, 'x'), request, response: { ...response, status: 404, body: text } }),
    found('list/limit-bounds-count', 1, { kind: text, message: text, expected: text, actual: text }),
    { type: 'observation', requirement: 'list/order', text, exchanges: [1] },
    { type: 'check-finished', requirement: 'list/limit-bounds-count', outcome: 'done', reason: null },
    { type: 'check-finished', requirement: 'list/safe', outcome: 'inconclusive', reason: text },
    runFinished(text),
  ];
}

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

describe('with a hostile recording, the output is inert of', () => {
  test('judge', async () => {
    await fc.assert(
      fc.asyncProperty(
        hostileOutput,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        async (text, isHar, isFailure, isTerminal) => {
          const events = hostileRun(text, isFailure);
          const entries = events.flatMap((event) =>
            event.type === 'exchange' ? [browserEntry(event.exchange)] : [],
          );
          const name = isHar
            ? file('traffic-of-another.har', harText(entries))
            : file('journal.ndjson', events.map((event) => `${JSON.stringify(event)}\n`).join(''));
          const status = await expectInert(['judge', name, '--report-dir', 'judged'], isTerminal);
          expect(status).not.toBe(2);
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });

  test('replay of a finding that still fails, and of one without a response', async () => {
    await fc.assert(
      fc.asyncProperty(answersOf(200, 500), hostileOutput, fc.boolean(), async (given, text, isTerminal) => {
        answer = given;
        const report = file('report.json', JSON.stringify(foldRun(hostileRun(text, false))));
        const args = ['replay', report, '--base-url', server.baseUrl, '--timeout', '2s'];
        expect(await expectInert(args, isTerminal)).not.toBe(2);
      }),
      { numRuns: propertyRuns(4) },
    );
  });
});

test('compare and report render write inert output for a hostile report', async () => {
  await fc.assert(
    fc.asyncProperty(hostileOutput, fc.boolean(), async (text, isTerminal) => {
      const report = file('report.json', JSON.stringify(foldRun(hostileRun(text, false))));
      for (const args of [
        ['compare', report, report],
        ['report', 'render', report, '--report-dir', 'rendered'],
      ]) {
        expect(await expectInert(args, isTerminal)).not.toBe(2);
      }
    }),
    { numRuns: propertyRuns(10) },
  );
});
