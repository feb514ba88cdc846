// Whether the work for a response grows no faster than its length, whatever text it repeats: receives, records, judges
// and reports each text. Status 1 if one that is 8 times as long takes more than 24 times the CPU:
// `npm run build && node bench/linear-time.mjs`.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AnimalWatch } from '../dist/src/animals/animal-watch.js';
import { inertJson, inertText } from '../dist/src/cli/screen.js';
import { harEntry } from '../dist/src/har/har-entry.js';
import { writeArtifacts } from '../dist/src/report/artifacts/write-artifacts.js';
import { foldRun } from '../dist/src/report/fold/fold.js';
import { renderTerminal } from '../dist/src/report/terminal.js';
import { Redactor } from '../dist/src/secrets/redaction.js';
import { bearer, listPets } from '../dist/src/target/api-request.js';
import { createTarget } from '../dist/src/target/create-target.js';
import { ExchangeNumbers } from '../dist/src/target/exchange-numbers.js';
import { startWatch } from '../dist/src/watchers/start-watch.js';
import { requirements } from '../dist/suites/requirements.js';

/** Characters of a text; the longer ones fit a header section. */
const short = 6_000;
const times = 8;
/** A linear program needs `times` the CPU for the longer text, a quadratic one `times` squared. */
const mostTimes = 3 * times;
/** Less CPU, in ms, may be a collection of garbage. */
const noiseMs = 100;
const key = 'Kq7x2mW9_Bv4nT8rL6d';

/** Texts on which regular expressions and parsers have taken long; each one is followed by what does not match. */
const units = [
  ...[
    ' ',
    '\t',
    '\n ',
    ', ',
    ': ',
    '113 ',
    ', 9',
    'at x (y.js:1:2) ',
    '\u001b[',
    '\u202e',
    '\u0301',
    '\u00ad',
  ],
  ...['\u2028', '👩‍👧', '\\', '\\u00', '\\116', "'", '`'],
  ...'. 0 9 - = &#0 &#x % %25 " [ "[ { < <!-- * _ | ; // a a. aB3 QUJD :: ##[ ##a 1. 1e'.split(' '),
];

const folder = mkdtempSync(join(tmpdir(), 'linear-time-'));
let responses = [];
let sent = 0;
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', () => socket.write(responses[sent++ % responses.length]));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
const redactor = new Redactor([{ value: key, shownAs: '$KEY' }]);

await leastCpuMs('a'.repeat(short), 5);
let slow = 0;
for (const unit of units) {
  const [few, many] = [short, short * times].map((length) => `x${unit.repeat(length / unit.length)}x`);
  const base = await leastCpuMs(few, 3);
  const grown = await leastCpuMs(many, 3);
  const isSlow = grown > Math.max(noiseMs, mostTimes * base);
  slow += isSlow ? 1 : 0;
  const growth = `${Math.round(base)} ms, ${Math.round(grown)} ms for ${times} times as much`;
  console.log(`${JSON.stringify(unit).padEnd(22)}${growth}${isSlow ? ': too slow' : ''}`);
}
server.close();
rmSync(folder, { recursive: true });
process.exit(slow === 0 ? 0 : 1);

/** The least of so many measurements: what else a process does only adds to one. */
async function leastCpuMs(text, measurements) {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < measurements; done += 1) {
    least = Math.min(least, await cpuMsOf(text));
  }
  return least;
}

async function cpuMsOf(text) {
  responses = responsesOf(text);
  const header = {
    ...{ tool: { name: 'animal-store-conformance', version: '0.1.0' }, baseUrl, seed: 1, tag: 'cxqhtmb' },
    ...{ startedAt: '2026-01-01T10:00:00.000Z', effort: 'normal', failOn: 'must', command: 'run' },
    selected: requirements.map(({ id }) => id),
  };
  const events = [{ type: 'run-started', header }];
  const target = createTarget({
    ...{ baseUrl, version: '0.1.0', tag: 'cxqhtmb', seed: 1, timeoutMs: 60_000, redactor },
    numbers: new ExchangeNumbers(null),
    onExchange: () => {},
    onWait: () => {},
  });
  const begin = process.cpuUsage();
  const watches = [
    startWatch({ planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 }),
    new AnimalWatch('cxqhtmb'),
  ];
  for (const _ of responses) {
    const exchange = await target.send(listPets({}, bearer(key, 'api-key', '$KEY')), 'list/safe');
    events.push({ type: 'exchange', exchange, touched: [] });
    for (const watch of watches) {
      events.push(...watch.see(exchange).findings.map((finding) => ({ type: 'finding', finding })));
    }
    JSON.stringify(harEntry(exchange, baseUrl));
    inertJson(redactor.redactionOfAll(JSON.stringify(exchange)).text);
    inertText(exchange.response?.body ?? '', true);
  }
  const report = foldRun(events);
  inertText(renderTerminal(report, { columns: 80, color: true }), true);
  await writeArtifacts(report, folder);
  const { user, system } = process.cpuUsage(begin);
  await target.close();
  return (user + system) / 1_000;
}

/** Responses that show a text in each place where something reads it. */
function responsesOf(text) {
  const value = Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1');
  const json = JSON.stringify(text);
  const fields = [
    'X-RateLimit-Reset',
    'X-RateLimit-Remaining',
    'Retry-After',
    'Age',
    'Date',
    'WWW-Authenticate',
  ];
  const type = 'Content-Type: application/json';
  return [
    ...['X-Note', ...fields].map((name) => response('200 OK', '[]', type, `${name}: ${value}`)),
    response('200 OK', '[]', `Content-Type: ${value}`),
    response('400 Bad Request', `{"code":${json},"message":${json}}`, type),
    response('500 Internal Server Error', text, 'Content-Type: text/plain'),
    response('200 OK', text, type),
    response('200 OK', `[{"id":1,"name":${json},"categoryId":1,"status":${json}}]`, type),
    response('200 OK', `[${text}]`, type),
  ];
}

function response(status, body, ...fields) {
  const head = [`HTTP/1.1 ${status}`, `Content-Length: ${Buffer.byteLength(body)}`, ...fields, '', ''];
  return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), Buffer.from(body)]);
}
