import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../src/exchange/exchange.ts';
import { areOrdinary } from '../../src/exchange/request-description.ts';
import { exchange } from '../watchers/exchanges.ts';
import { creation, described } from './described.ts';

describe('a request of no operation', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is ordinary', (method) => {
    expect(described({ method, target: '/nothing' })).toEqual({
      operation: null,
      petId: null,
      limit: null,
      status: null,
      repeatsMembers: false,
      newPet: null,
      scope: 'silent',
      unusual: false,
    });
  });
});

describe('a target', () => {
  it.each([
    '/a%41',
    '/a%2d',
    '/a%2D',
    '/a%5b',
    '/a%9F',
    '/a/.b',
    '/a/...',
    '/a/b.',
    "/!$&'()*+,.0-9:;=@_~?/a?b",
    `/${'a'.repeat(999)}`,
  ])('%s is ordinary', (target) => {
    expect(described({ target }).unusual).toBe(false);
  });

  it.each([
    '/a%',
    '/a%4',
    '/a%4g',
    '/a%g4',
    '/a%00',
    '/a%2e',
    '/a%2E',
    '/a%2f',
    '/a%2F',
    '/a%5c',
    '/a%5C',
    '/a//b',
    '/a/./b',
    '/a/../b',
    '/a/',
    '/a/?b',
    '/a/.',
    '/a/..',
    '/a/..?b',
    '/a"',
    '/a b',
    '/a\\b',
    '/a#b',
    '/\u00fc',
    `/${'a'.repeat(1000)}`,
  ])('%s is unusual', (target) => {
    expect(described({ target }).unusual).toBe(true);
  });
});

describe('a body', () => {
  it('is ordinary up to 64 KiB, in bytes', () => {
    const isUnusual = (body: string) => described({ method: 'POST', target: '/nothing', body }).unusual;
    expect([isUnusual('x'.repeat(65_536)), isUnusual('x'.repeat(65_537))]).toEqual([false, true]);
    expect([isUnusual('\u00e9'.repeat(32_768)), isUnusual('\u00e9'.repeat(32_769))]).toEqual([false, true]);
  });

  it('is out of place in a list and a reading, and elsewhere it may be', () => {
    const sent = { 'Content-Length': '2' };
    expect(described({ target: '/pets/5', body: '{}', sent }).unusual).toBe(true);
    expect(described({ target: '/pets/5', body: '', sent: { 'Content-Length': '0' } }).unusual).toBe(false);
    expect(described({ method: 'DELETE', target: '/pets/5', body: '{}', sent }).unusual).toBe(false);
  });

  it('of a creation may come without its length, in chunks', () => {
    expect(creation('{"name":"Rex","categoryId":7}', { 'Content-Length': null }).unusual).toBe(false);
    expect(creation('', { 'Content-Length': '0' }).unusual).toBe(false);
    expect(creation('', { 'Content-Length': null }).unusual).toBe(true);
  });
});

describe('a query', () => {
  it.each(['', 'a=1'])('%j makes a creation and a reading unusual', (query) => {
    const body = '{"name":"Rex","categoryId":7}';
    expect(described({ method: 'POST', target: `/pets?${query}`, body })).toMatchObject({
      operation: 'createPet',
      scope: 'silent',
      unusual: true,
    });
    expect(described({ target: `/pets/5?${query}` })).toMatchObject({
      operation: 'getPet',
      petId: 5n,
      scope: 'silent',
      unusual: true,
    });
  });
});

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
