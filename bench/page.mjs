// How long the page of a report takes that cites 5,000 exchanges, and how large it is:
// `npm run build && node bench/page.mjs`.
import { foldRun } from '../dist/src/report/fold/fold.js';
import { renderHtml } from '../dist/src/report/html.js';
import { lightEvent } from '../dist/src/report/report-exchange.js';
import { requirements } from '../dist/suites/requirements.js';

const waysEach = 13;
const exchangesEach = 5;
const list = JSON.stringify(
  Array.from({ length: 20 }, (_, id) => ({ id, name: `Rex ${id}`, categoryId: 1, status: 'sold' })),
);

function exchange(number, check) {
  return {
    number,
    check,
    startedAt: '2026-01-01T10:00:00.100Z',
    sentAtMs: number,
    headersAtMs: number + 1,
    finishedAtMs: number + 2,
    connection: 1,
    traceparent: `00-${String(number).padStart(32, '0')}-0000000000000001-01`,
    request: {
      method: 'GET',
      target: `/pets?limit=${(number % 100) + 1}`,
      headers: [
        ['Host', '127.0.0.1:8080'],
        ['Accept', 'application/json'],
        ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
      ],
      body: null,
      credential: 'api-key',
    },
    response: {
      status: 200,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-RateLimit-Limit', '60000'],
        ['X-RateLimit-Remaining', '59999'],
        ['X-RateLimit-Reset', '1767261660'],
      ],
      body: list,
      bodyBytes: list.length,
      utf8: true,
      secretsEchoedIn: [],
    },
    failure: null,
  };
}

function finding(requirement, number, kind) {
  return {
    requirement,
    kind,
    message: 'A list holds 20 animals, and may hold 19 at most',
    expected: 'at most 19 animals',
    actual: '20 animals',
    exchange: number,
    related: [],
  };
}

const header = {
  tool: { name: 'animal-store-conformance', version: '0.1.0' },
  baseUrl: 'http://127.0.0.1:8080/v1',
  startedAt: '2026-01-01T10:00:00.000Z',
  seed: 42,
  effort: 'normal',
  tag: 'c1a2b3c',
  command: 'animal-store-conformance run http://127.0.0.1:8080/v1 --seed 42',
  failOn: 'must',
  selected: requirements.map(({ id }) => id),
};
const events = [{ type: 'run-started', header }];
for (const { id } of requirements.filter(({ level }) => level !== 'OBSERVE')) {
  for (let index = 0; index < waysEach * exchangesEach; index += 1) {
    const number = Math.ceil(events.length / 2);
    events.push({ type: 'exchange', exchange: exchange(number, id), touched: [] });
    events.push({
      type: 'finding',
      finding: finding(id, number, `way-${Math.floor(index / exchangesEach)}`),
    });
  }
}
const report = foldRun(events.map(lightEvent));

for (const time of ['first', 'second', 'third']) {
  const start = performance.now();
  const html = renderHtml(report);
  const took = Math.round(performance.now() - start);
  console.log(
    `${time} page of ${report.exchanges.length} exchanges: ${took} ms, ${Math.round(Buffer.byteLength(html) / 1_000)} kB`,
  );
}
