// How many exchanges the watchers judge in a second, on one core: `npm run build && node bench/watchers.mjs`.
// A mix of lists of 20, creations, reads and errors; every body is parsed once, as in a run.
import { startWatch } from '../dist/src/watchers/start-watch.js';

const seconds = 5;
const start = Date.now();
const context = {
  planLimit: { perMinute: 60_000_000, perDay: 100_000_000 },
  minuteMs: 60_000,
  dayMs: 86_400_000,
};

function requestHeaders(more) {
  return [
    ['Host', '127.0.0.1:8080'],
    ['Connection', 'keep-alive'],
    ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
    ['User-Agent', 'animal-store-conformance/0.1.0'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ...more,
  ];
}

function pet(id) {
  return { id: 100_000 + id, name: `conformance 5f3a ${id}`, categoryId: 7, status: 'available' };
}

const list = JSON.stringify(Array.from({ length: 20 }, (_, index) => pet(index)));
const notFound = '{"code":"not_found","message":"No animal has this identifier.","status":404}';
const invalid = '{"code":"invalid_body","message":"categoryId must be an int64 integer.","status":400}';
const kinds = [
  () => ({ method: 'GET', target: '/pets?limit=20', body: null, status: 200, answer: list }),
  (n) =>
    creation(JSON.stringify({ name: `conformance 5f3a ${n}`, categoryId: 7 }), 201, JSON.stringify(pet(n))),
  (n) => ({
    method: 'GET',
    target: `/pets/${100_000 + n}`,
    body: null,
    status: 200,
    answer: JSON.stringify(pet(n)),
  }),
  (n) => ({ method: 'GET', target: `/pets/${900_000 + n}`, body: null, status: 404, answer: notFound }),
  (n) => creation(JSON.stringify({ name: `conformance 5f3a ${n}`, categoryId: '7' }), 400, invalid),
];

function creation(body, status, answer) {
  return { method: 'POST', target: '/pets', body, status, answer };
}

function exchange(number) {
  const { method, target, body, status, answer } = kinds[number % kinds.length](number);
  const sentAtMs = number / 50;
  const more =
    body === null
      ? []
      : [
          ['Content-Type', 'application/json'],
          ['Content-Length', `${body.length}`],
        ];
  return {
    number,
    check: 'bench',
    startedAt: new Date(start + sentAtMs).toISOString(),
    sentAtMs,
    headersAtMs: sentAtMs + 0.015,
    finishedAtMs: sentAtMs + 0.018,
    connection: 1,
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    request: { method, target, headers: requestHeaders(more), body, credential: 'api-key' },
    response: {
      status,
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Length', `${answer.length}`],
        ['X-RateLimit-Limit', '60000000'],
        ['X-RateLimit-Remaining', `${60_000_000 - number}`],
        ['X-RateLimit-Reset', `${Math.ceil((start + sentAtMs) / 1000) + 60}`],
        ['Date', new Date(start + sentAtMs).toUTCString()],
        ['Connection', 'keep-alive'],
      ],
      // A body off the wire is a string of its own, also where the same one was received before.
      body: Buffer.from(answer).toString(),
      bodyBytes: answer.length,
      utf8: true,
      secretsEchoedIn: [],
    },
    failure: null,
  };
}

const watch = startWatch(context);
const batch = 500;
let judged = 0;
let findings = 0;
let spentMs = 0;

/** Time of the processor, so that other work on the machine does not count. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

for (let round = 0; spentMs < seconds * 1000; round += 1) {
  const exchanges = Array.from({ length: batch }, (_, index) => exchange(1 + round * batch + index));
  const began = processorMs();
  for (const one of exchanges) {
    findings += watch.see(one).findings.length;
  }
  if (round > 40) {
    spentMs += processorMs() - began;
    judged += batch;
  }
}
if (findings > 0) {
  throw new Error(`The bench's own service conforms, but ${findings} findings came`);
}
console.log(
  `watchers: ${Math.round((judged * 1000) / spentMs).toLocaleString('en')} exchanges judged a second`,
);
