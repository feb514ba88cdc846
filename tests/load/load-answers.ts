import fc from 'fast-check';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { type LoadAnswer, type LoadRequest, loadRequest } from '../../src/load/load-engine.ts';
import { bearer, createPet, getPet, listPets } from '../../src/target/api-request.ts';

/** The secret of the key that every request carries. */
export const secret = 'fQ7vTzR2mXk9LbW4';
const key = bearer(secret, 'api-key', '$ANIMAL_STORE_API_KEY');

function newRequests(): readonly LoadRequest[] {
  return [
    loadRequest('listPets', listPets({ limit: 10 }, key)),
    loadRequest('getPet', getPet(7n, key)),
    loadRequest('createPet', createPet('{"name":"Rex cabcdef1z","categoryId":1}', key), {
      name: 'Rex cabcdef1z',
      categoryId: 1n,
    }),
  ];
}

/** One answer of a load, or its failure: to which of the requests, what it says and over which connection. */
export interface Step {
  readonly request: number;
  readonly status: number;
  readonly body: string;
  readonly fields: readonly string[];
  readonly failure: FailureCode | null;
  readonly connection: number;
}

const right = fc.constantFrom(
  [0, 200, '[]'] as const,
  [0, 200, '[{"id":7,"name":"Rex","categoryId":1,"status":"sold"}]'] as const,
  [0, 200, '[{"id":7,"name":"Rëx","categoryId":1,"more":true}]'] as const,
  [1, 200, '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}'] as const,
  [2, 201, '{"id":8,"name":"Rex cabcdef1z","categoryId":1}'] as const,
  [2, 201, '{"id":9,"name":"Rex cabcdef1z","categoryId":1,"status":"pending"}'] as const,
);
const odd = fc.constantFrom(
  [0, 200, '[{"id":"7","name":"Rex","categoryId":1}]'] as const,
  [0, 200, '[{"id":7,"name":"Rex","categoryId":1,"status":null}]'] as const,
  [0, 200, '{}'] as const,
  [0, 204, ''] as const,
  [0, 429, '{"code":"LIMIT","message":"later","status":429}'] as const,
  [0, 429, 'at Object.f (/app/src/limit.ts:12:3)'] as const,
  [0, 503, 'overloaded'] as const,
  [1, 200, '{"id":7,"name":"Rex"'] as const,
  [1, 404, '{"code":"NOT_FOUND","message":"no","status":404}'] as const,
  [1, 404, '{"code":"GONE","message":"no","status":404}'] as const,
  [1, 404, '{"code":"","message":"no","status":400}'] as const,
  [1, 500, 'Traceback (most recent call last)'] as const,
  [2, 200, '{"id":8,"name":"Rex cabcdef1z","categoryId":1}'] as const,
  [2, 400, '{"code":"INVALID","message":"x","status":400}'] as const,
  [2, 400, '{"code":"OTHER","message":"x","status":400}'] as const,
);
export const rightFields = ['Content-Type', 'application/json', 'Date', 'Mon, 01 Jun 2026 12:00:01 GMT'];
export const plainRate = [
  'X-RateLimit-Limit',
  '60',
  'X-RateLimit-Remaining',
  '5',
  'X-RateLimit-Reset',
  '1780315260',
];
const limits = fc.record({
  limit: fc.constantFrom('60', '60', '60', '1000', '61', '0', 'sixty'),
  reset: fc.constantFrom(
    '1780315260',
    '1780315260',
    '1780315260',
    '59',
    '1780315260000',
    '1780315100',
    '1.5',
  ),
});
const fields = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ limit: '60', reset: '1780315260' }) },
  { weight: 1, arbitrary: limits },
);
const extra = fc.oneof(
  { weight: 8, arbitrary: fc.constant<readonly string[]>(rightFields) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<readonly string[]>(
      ['content-type', 'text/html', 'Date', 'Mon, 01 Jun 2026 12:00:01 GMT'],
      ['Content-Type', 'application/json'],
      ['Content-Type', 'application/json', 'Date', 'yesterday'],
      [...rightFields, 'Age', '30'],
      [...rightFields, 'X-RateLimit-Limit', '60'],
      [...rightFields, 'Content-Encoding', 'gzip'],
    ),
  },
);
/** Mostly right answers, and odd ones among them. */
export const step: fc.Arbitrary<Step> = fc
  .record({
    answer: fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: odd }),
    remaining: fc.oneof(
      { weight: 5, arbitrary: fc.nat(60) },
      { weight: 1, arbitrary: fc.constantFrom(61, -1) },
    ),
    fields,
    extra,
    retryAfter: fc.oneof(
      { weight: 8, arbitrary: fc.constant<readonly string[]>(['Retry-After', '17']) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<readonly string[]>(
          [],
          ['Retry-After', '1.5'],
          ['Retry-After', ''],
          ['Retry-After', 'soon'],
          ['Retry-After', 'Mon, 01 Jun 2026 12:00:30 GMT'],
          ['Retry-After', '17', 'retry-after', '18'],
        ),
      },
    ),
    isBare: fc.oneof(
      { weight: 12, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    failure: fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom<FailureCode>('reset', 'timeout', 'truncated', 'not-http') },
    ),
    connection: fc.integer({ min: 1, max: 40 }),
  })
  .map(
    ({
      answer: [request, status, body],
      remaining,
      fields: rate,
      extra: others,
      retryAfter,
      isBare,
      failure,
      connection,
    }) => ({
      request,
      status: failure === null ? status : 0,
      body: failure === null ? body : '',
      failure,
      connection,
      fields:
        failure !== null
          ? []
          : isBare
            ? others
            : [
                ...others,
                ...(status === 429 ? retryAfter : []),
                'X-RateLimit-Limit',
                rate.limit,
                'x-ratelimit-remaining',
                String(status === 429 && remaining % 4 !== 0 ? 0 : remaining),
                'X-RateLimit-Reset',
                rate.reset,
              ],
    }),
  );

/** The answers as a load gets them, in the order in which they came. */
export function answersOf(steps: readonly Step[]): LoadAnswer[] {
  const requests = newRequests();
  const used = new Set<number>();
  return steps.map((made, index) => {
    const request = requests[made.request];
    if (request === undefined) {
      throw new Error('no such request');
    }
    const reused = used.has(made.connection);
    // A connection that failed is not used again: here it stands for a new one.
    if (made.failure === null) {
      used.add(made.connection);
    }
    const atMs = 1_000 + index * 4;
    return {
      request,
      number: index + 1,
      connection: made.connection,
      intendedAtMs: atMs,
      sentAtMs: atMs,
      headersAtMs: made.status === 0 ? null : atMs + 3,
      finishedAtMs: atMs + 3,
      status: made.status,
      headers: made.fields,
      body: Buffer.from(made.body),
      failure: made.failure === null ? null : { code: made.failure, detail: 'it broke' },
      reused,
      receivedBytes: made.body.length,
      headerBlock: blockOf(request),
      traceparent: '',
    };
  });
}

function blockOf({ outgoing }: LoadRequest): string {
  const fields = outgoing.headers.map(({ name, value }) => `${name}: ${value}`);
  return [`${outgoing.method} /v1${outgoing.target} HTTP/1.1`, 'Host: localhost', ...fields, ''].join('\r\n');
}
