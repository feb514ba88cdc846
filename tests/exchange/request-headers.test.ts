import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.ts';
import { areOrdinary } from '../../src/exchange/request-description.ts';
import { exchange } from '../watchers/exchanges.ts';

/** Whether a request with these fields, and a `Host`, is an ordinary one. */
function isOrdinary(headers: HeaderList, body: string | null = null): boolean {
  const { request } = exchange();
  return areOrdinary({ ...request, body, headers: [['Host', 'a'], ...headers] });
}

const ordinary: readonly (readonly [name: string, value: string])[] = [
  [':authority', 'a'],
  [':method', 'GET'],
  [':path', '/pets'],
  [':scheme', 'https'],
  ['Accept', 'application/json'],
  ['Accept-Encoding', 'gzip, br;q=1'],
  ['Accept-Language', 'en'],
  ['Authorization', 'Bearer a'],
  ['Cache-Control', 'no-cache'],
  ['Connection', 'keep-alive'],
  ['Connection', 'Close'],
  ['Content-Length', '0'],
  ['Content-Type', 'text/plain'],
  ['Cookie', 'a=b\tc~'],
  ['Pragma', 'no-cache'],
  ['traceparent', '00-1-1-01'],
  ['tracestate', 'a=b'],
  ['User-Agent', ''],
  ['x-api-KEY', 'k'],
];

const odd: readonly (readonly [name: string, value: string])[] = [
  ['Host', 'b'],
  ['X-Api-Keys', 'k'],
  ['Prefer', 'return=minimal'],
  ['Accept-Encoding', 'gzip;q=0'],
  ['Accept-Encoding', 'gz\u00efp'],
  ['Cache-Control', 'max-age=0'],
  ['Pragma', 'cache'],
  ['Connection', 'keep-alive, Upgrade'],
  ['Connection', 'not close'],
  ['Connection', 'closed'],
  ['Content-Length', '1'],
  ['Content-Length', ''],
  ['User-Agent', '\u00fc'],
  ['User-Agent', 'a\u007f'],
  ['User-Agent', 'a\nb'],
  ['Cookie', '\u0000'],
];

describe('areOrdinary', () => {
  it.each(ordinary)('takes %s: %s', (name, value) => {
    expect(isOrdinary([[name, value]])).toBe(true);
  });

  it.each(odd)('does not take %s: %s', (name, value) => {
    expect(isOrdinary([[name, value]])).toBe(false);
  });

  it.each([
    ['*/*', true],
    ['application/*', true],
    ['APPLICATION/JSON', true],
    ['text/html,application/json', true],
    ['application/json, text/html', true],
    ['application/json;q=1', true],
    ['application/json ; q=1.0', true],
    ['application/json; q=0.1', true],
    ['text/html , */*;q=0.1', true],
    ['text/html', false],
    ['application/json-patch', false],
    ['xapplication/json', false],
    ['text/application/json', false],
    ['application/json;q=0', false],
    ['application/json;q=0.0', false],
    ['application/json;charset=utf-8', false],
    ['*', false],
    ['', false],
  ])('of Accept: %s says that it asks for JSON: %s', (value, expected) => {
    expect(isOrdinary([['Accept', value]])).toBe(expected);
  });

  it('wants the length that the body has', () => {
    expect(isOrdinary([['Content-Length', '4']], '\u00e9\u00e9')).toBe(true);
    expect(isOrdinary([['Content-Length', '2']], '\u00e9\u00e9')).toBe(false);
    expect(isOrdinary([['Content-Length', '0']], '')).toBe(true);
  });

  it('wants a host, by either name', () => {
    const { request } = exchange();
    expect(areOrdinary({ ...request, headers: [] })).toBe(false);
    expect(areOrdinary({ ...request, headers: [[':authority', 'a']] })).toBe(true);
  });

  it('takes 4,096 characters in all, names and values', () => {
    const field = (length: number): HeaderList => [['Cookie', 'a'.repeat(length)]];
    const others = 'Host'.length + 'a'.length + 'Cookie'.length;
    expect(isOrdinary(field(4096 - others))).toBe(true);
    expect(isOrdinary(field(4097 - others))).toBe(false);
  });
});
