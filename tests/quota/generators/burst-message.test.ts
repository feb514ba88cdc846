import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BadMessage,
  burstBounds,
  isBelow,
  readOrder,
  readReturn,
  writeOrder,
  writeReturn,
} from '../../../src/quota/generators/burst-message.ts';

const base = new URL('http://127.0.0.1:8080/v1');
const request = {
  method: 'GET',
  path: '/v1/pets?limit=1',
  headers: ['Accept', 'application/json'],
  body: null,
};
const order = { startAtMs: 5, connections: 1, mostRefused: 3, timeoutMs: 1_000, requests: [request] };
const orderWith = (changes: object) => JSON.stringify({ ...order, ...changes });
const requestWith = (changes: object) => orderWith({ requests: [{ ...request, ...changes }] });

describe('an order', () => {
  it('is read as it was written', () => {
    const body = Buffer.from('{"name":"Rex \u{1F415}"}');
    const written = { ...order, requests: [request, { ...request, method: 'POST', body }], connections: 2 };
    expect(readOrder(writeOrder(written), base)).toEqual(written);
  });

  it.each([
    ['', 'it is not JSON'],
    ['[]', 'the burst: it must be an object'],
    [orderWith({ requests: [] }), 'requests: 1 to 20000 are possible'],
    [
      orderWith({ requests: Array.from({ length: burstBounds.requests + 1 }, () => request) }),
      'requests: 1 to',
    ],
    [orderWith({ connections: 2 }), 'connections: 1 to 1 is possible'],
    [orderWith({ connections: 0.5 }), 'connections: 1 to 1 is possible'],
    [orderWith({ mostRefused: 1.5 }), 'mostRefused: it must be a whole number'],
    [orderWith({ timeoutMs: 60_001 }), 'timeoutMs: 1 to 60000 is possible'],
    [orderWith({ startAtMs: '5' }), 'startAtMs: a number is missing'],
    [requestWith({ method: 'CONNECT' }), 'requests[0].method: GET and POST are possible'],
    [requestWith({ path: 'http://other.example/v1/pets' }), 'requests[0].path: it is not below the target'],
    [requestWith({ headers: ['Accept'] }), 'requests[0].headers: names and values in turn'],
    [requestWith({ headers: ['Host', 'other.example'] }), 'requests[0].headers: field 1 is not allowed'],
    [requestWith({ headers: ['A', 'b\r\nHost: c'] }), 'requests[0].headers: field 1 is not allowed'],
    [requestWith({ headers: ['Transfer-Encoding', 'chunked'] }), 'field 1 is not allowed'],
    [requestWith({ body: 7 }), 'requests[0].body: it must be null or base64'],
  ])('%.60s is refused in one line', (text, message) => {
    expect(() => readOrder(text, base)).toThrow(BadMessage);
    expect(() => readOrder(text, base)).toThrow(message);
  });
});

describe('a path', () => {
  it.each(['/v1/pets', '/v1/pets/7?limit=1', '/v1/a..b', '/v1/pets?status=a%20b'])(
    '%s is below the target',
    (path) => {
      expect(isBelow(path, base)).toBe(true);
    },
  );

  it.each([
    '/v1',
    '/v2/pets',
    '/v1x/pets',
    '//other.example/v1/pets',
    '/v1/../admin',
    '/v1/./pets',
    '/v1/%2e%2e/admin',
    '/v1/%2E./admin',
    '/v1/..%2fadmin',
    '/v1/..%5cadmin',
    '/v1/%252e%252e/admin',
    '/v1//other',
    '/v1/..;/admin',
    '/v1/..%3b/admin',
    '/v1/..%c0%af../admin',
    '/v1/%uff0e%uff0e/admin',
    '/v1/pets%20x',
    '/v1/pets HTTP/1.1',
    '/v1/pets\r\nHost: other',
    '/v1\\..\\admin',
    '*',
  ])('%j is not', (path) => {
    expect(isBelow(path, base)).toBe(false);
  });

  it('that is accepted stays below the target, however dots and escapes are resolved', () => {
    const part = fc.constantFrom(
      '.',
      '..',
      '/',
      '%2e',
      '%2F',
      '%5c',
      '%25',
      'pets',
      '1',
      ';',
      '?',
      '\\',
      '#',
      '@',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const path = `/v1/${parts.join('')}`;
        if (isBelow(path, base)) {
          const once = new URL(path, base);
          const twice = new URL(decodeURIComponent(once.pathname), base);
          expect([once.host, twice.host]).toEqual([base.host, base.host]);
          expect(once.pathname.startsWith('/v1/') && twice.pathname.startsWith('/v1/')).toBe(true);
        }
      }),
    );
  });
});

describe('a result', () => {
  const outcome = {
    sentAtMs: 1.5,
    headersAtMs: 2,
    finishedAtMs: 3,
    connection: 4,
    reused: true,
    receivedBytes: 50,
    headerBlock: '',
    answer: { status: 200, headers: [['Date', 'x']], body: Buffer.from('[]') },
    failure: null,
  } as const;
  const ledger = { engine: 'undici', asked: 2, sent: 2, answered: 1, unanswered: 1, connections: 2 } as const;
  const failed = {
    ...outcome,
    headersAtMs: null,
    answer: null,
    failure: { code: 'reset', detail: 'gone' },
  } as const;
  const result = {
    ledger,
    outcomes: [
      { position: 1, outcome },
      { position: 0, outcome: failed },
    ],
  };

  it('is read as it was written', () => {
    expect(readReturn(writeReturn(result), 2)).toEqual(result);
  });

  it('has each request at most once, and no other', () => {
    const twice = {
      ledger,
      outcomes: [
        { position: 1, outcome },
        { position: 1, outcome },
      ],
    };
    expect(() => readReturn(writeReturn(twice), 2)).toThrow('request 1 occurs twice');
    expect(() => readReturn(writeReturn(result), 1)).toThrow(BadMessage);
    const backwards = { ...outcome, sentAtMs: 9 };
    expect(() =>
      readReturn(writeReturn({ ledger, outcomes: [{ position: 0, outcome: backwards }] }), 2),
    ).toThrow('it belongs to no request');
  });

  it('has every request that was sent: an omitted one may have been served', () => {
    const cut = { ledger, outcomes: [{ position: 1, outcome }] };
    expect(() => readReturn(writeReturn(cut), 2)).toThrow('not as many as requests were sent');
  });

  it('with any other content is refused as invalid, and never causes an internal error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(() => readReturn(text, 3)).toThrow(BadMessage);
        expect(() => readOrder(text, base)).toThrow(BadMessage);
      }),
    );
  });
});
