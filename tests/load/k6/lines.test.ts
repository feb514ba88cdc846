import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { K6Exchange } from '../../../src/load/k6/k6-load.ts';
import { isAsSent, sampledExchange } from '../../../src/load/k6/sampled-exchange.ts';
import { trendStats, valuesOf } from '../../../src/load/k6/trend.ts';
import { recordLine } from '../../../src/load/shards/record-reader.ts';
import { Redactor } from '../../../src/secrets/redaction.ts';
import { propertyRuns } from '../../property-runs.ts';
import { statsOf } from './run-script.ts';

const line = {
  digest: '0123456789abcdef',
  from: 'cabcdef',
  record: 'x17',
  part: 2,
  of: 3,
  base64: 'e30=',
};

function written({ digest, from, record, part, of, base64 }: typeof line): string {
  return `{"animalStoreLoad":"${digest}","from":"${from}","record":"${record}","part":${part},"of":${of},"base64":"${base64}"}`;
}

describe('a line of a log', () => {
  it('is read in any nesting of JSON, after any prefix', () => {
    const wrap = fc.constantFrom(
      (text: string) => JSON.stringify({ msg: text }),
      (text: string) => `time="2030-01-01" level=info msg=${JSON.stringify(text)} source=console`,
      (text: string) => `\u001b[36mINFO\u001b[0m[0001] ${text}  source=console`,
      (text: string) => `[pod/load-1-x] ${text}\r`,
    );
    const base64 = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    fc.assert(
      fc.property(base64, fc.array(wrap, { maxLength: 4 }), (text, wraps) => {
        const own = { ...line, base64: text };
        const logged = wraps.reduce((inner, one) => one(inner), written(own));
        expect(recordLine(logged)).toEqual(own);
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is damaged if it is cut off anywhere, and something else without its beginning', () => {
    const whole = written(line);
    for (let length = 0; length < whole.length; length += 1) {
      const expected = length < '{"animalStoreLoad'.length ? null : 'damaged';
      expect(recordLine(whole.slice(0, length))).toBe(expected);
    }
    expect(recordLine('running (0m01.0s), 3/3 VUs, animalStoreLoad')).toBeNull();
    expect(recordLine(written({ ...line, part: 4 }))).toBe('damaged');
  });
});

describe('the values of a trend', () => {
  it('are those that k6 measured, rounded up to the next percentile', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e5, noNaN: true }), { minLength: 1 }), (measured) => {
        const sorted = measured.toSorted((left, right) => left - right);
        const read = valuesOf(statsOf(sorted, trendStats)).flatMap(({ ms, count }) => Array(count).fill(ms));
        expect(read).toHaveLength(sorted.length);
        expect(read.every((ms, rank) => ms >= (sorted[rank] ?? 0) - 1e-6)).toBe(true);
        expect(read.at(-1)).toBeCloseTo(sorted.at(-1) ?? 0, 6);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('are refused where the percentiles fall, or are missing', () => {
    const stats = statsOf([1, 2, 3], trendStats);
    expect(() => valuesOf({ ...stats, 'p(50)': 0 })).toThrow('do not rise');
    expect(() => valuesOf({ ...stats, max: Number.NaN })).toThrow('do not rise');
    expect(() => valuesOf({ ...stats, count: 0.5 })).toThrow('no count');
  });
});

const exchange: K6Exchange = {
  type: 'exchange',
  sinceMs: 5,
  sentAtMs: 1_005,
  finishedAtMs: 1_009,
  method: 'GET',
  target: '/pets',
  sent: { Accept: ['application/json'], Traceparent: ['00-1-2-01'] },
  sentBody: null,
  status: 200,
  protocol: 'HTTP/2.0',
  headers: { 'Content-Type': 'application/json', Date: 'Mon, 23 Nov 2026 12:00:00 GMT', 'Set-Cookie': 'a=b' },
  body: '[]',
  failure: null,
  error: '',
};

describe('a logged exchange', () => {
  it('becomes one of ours, without keys and cookies', () => {
    const key = 'a-key-that-is-valid-7f1b';
    const redactor = new Redactor([{ value: key, shownAs: '$ANIMAL_STORE_API_KEY' }]);
    const place = { number: 3, baseUrl: 'https://host:8443/v1', originMs: 1_000, redactor };
    const read = sampledExchange(
      { ...exchange, body: `["${key}"]`, sent: { ...exchange.sent, Authorization: [`Bearer ${key}`] } },
      place,
    );
    expect(read).toMatchObject({ number: 3, sentAtMs: 5, finishedAtMs: 10, traceparent: '00-1-2-01' });
    expect(read.request.headers).toEqual([
      ['Host', 'host:8443'],
      ['Accept', 'application/json'],
      ['Traceparent', '00-1-2-01'],
      ['Authorization', 'Bearer $ANIMAL_STORE_API_KEY'],
    ]);
    expect(JSON.stringify(read)).not.toMatch(/7f1b|a=b/);
    const failed = sampledExchange({ ...exchange, status: 0, failure: 'reset', error: 'a\nb' }, place);
    expect([failed.response, failed.failure]).toEqual([null, { code: 'reset', detail: 'a b' }]);
  });

  it.each([
    ['as it is', {}, true],
    ['with a challenge of two schemes', { headers: { 'Www-Authenticate': 'Bearer, Basic' } }, true],
    ['with a repeated limit', { headers: { 'X-Ratelimit-Limit': '60, 60' } }, false],
    ['with two dates', { headers: { Date: 'Mon, 1, Tue, 2' } }, false],
    ['with a body too long to log', { body: null }, false],
    ['with a masked key', { body: '$ANIMAL_STORE_API_KEY' }, false],
    ['with a replaced byte', { body: '\ufffd' }, false],
    [
      'with a replacement character of the service',
      { body: '\ufffd', headers: { 'Content-Length': '3' } },
      true,
    ],
    ['with another length', { headers: { 'Content-Length': '1' } }, false],
    ['with a decoded body', { headers: { 'Content-Length': '1', 'Content-Encoding': 'gzip' } }, true],
    ['with a clock that was set', { finishedAtMs: 1_000 }, false],
    ['without a response', { status: 0, body: '', headers: {} }, true],
  ])('is judged only as the service sent it: %s', (_case, change, expected) => {
    expect(isAsSent({ ...exchange, ...change })).toBe(expected);
  });
});
