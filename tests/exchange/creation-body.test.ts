import { describe, expect, it } from 'vitest';
import { isPlainName, readCreationBody } from '../../src/exchange/creation-body.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';

function read(body: string | null, sent: Shape['sent'] = {}) {
  const { described, repeatsMembers } = readCreationBody(exchange({ method: 'POST', body, sent }).request);
  return { described, repeatsMembers };
}

const described = { described: true, repeatsMembers: false };
const silent = { described: false, repeatsMembers: false };
const inCategory = (literal: string) => `{"name":"Rex","categoryId":${literal}}`;

describe('what is not looked at', () => {
  const filled = (length: number) => `"${'a'.repeat(length - 2)}"`;

  it('is a body of more than 64 KiB', () => {
    expect(read(filled(65_536))).toEqual(described);
    expect(read(filled(65_537))).toEqual(silent);
  });

  it('is a body of more than 32 brackets, at any position', () => {
    expect(read(`${'['.repeat(32)}`)).toEqual(described);
    expect(read(`${'['.repeat(33)}`)).toEqual(silent);
    expect(read(`${'{'.repeat(33)}`)).toEqual(silent);
    expect(read(`"${'[{'.repeat(17)}"`)).toEqual(silent);
    expect(read(`"${']}'.repeat(40)}"`)).toEqual(described);
  });
});

describe('a name', () => {
  it('of another type is to be refused', () => {
    expect(read('{"name":[""],"categoryId":7}')).toEqual(described);
    expect(read('{"name":5,"categoryId":7}')).toEqual(described);
  });
});

describe('a category or status', () => {
  it.each([
    ['1.5', described],
    ['-1.5', described],
    [`${'1'.repeat(15)}.${'5'.repeat(15)}`, described],
    [`${'1'.repeat(16)}.5`, silent],
    [`1.${'5'.repeat(16)}`, silent],
    ['15e-1', silent],
    ['1.5e0', silent],
    ['1e500', silent],
    ['9'.repeat(40), described],
    ['9'.repeat(41), silent],
    [`-${'9'.repeat(39)}`, described],
    [`-${'9'.repeat(40)}`, silent],
    ['""', described],
    [`"${'a'.repeat(255)}"`, described],
    [`"${'a'.repeat(256)}"`, silent],
    ['"\\u0000"', silent],
    ['true', described],
    ['[7]', described],
    ['{"id":1e500}', described],
  ])('written %s', (literal, expected) => {
    expect(read(inCategory(literal))).toEqual(expected);
    expect(read(`{"name":"Rex","categoryId":7,"status":${literal}}`)).toEqual(expected);
  });
});

describe('one member twice', () => {
  it.each([
    '{"a":":"}',
    '{"a":"b\\":"}',
    '{"a":["x:",":"],"b":"\\\\"}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":1}}',
    '"a\\":\\":"',
  ])('is not seen in %s', (body) => {
    expect(read(body).repeatsMembers).toBe(false);
  });

  it('is not looked for in what is no JSON', () => {
    expect(read('{"a":1,"a":2')).toEqual(described);
  });
});

describe('a media type', () => {
  it.each([
    [null, described],
    ['application/x-www-form-urlencoded', described],
    ['text/plain', described],
    ['TEXT/Plain', described],
    ['text/plain;charset=utf-8', described],
    ['text/plain; Charset=ISO-8859-1', described],
    ['text/plain;  charset=utf-8', silent],
    ['text/plain; charset=utf-8; x=y', silent],
    ['text/plain; charset=', silent],
    ['multipart/form-data; boundary=x', silent],
    ['application/vnd.a+xml', described],
    ['application/vnd.a+json', silent],
    ['application/x-json-stream', silent],
    ['application/JSONP', silent],
    ['x text/plain', silent],
    ['text/plain, application/json', silent],
    ['text/', silent],
    ['/plain', silent],
    ['application/json', described],
    ['application/json ', silent],
  ])('%s', (type, expected) => {
    expect(read('{"name":"Rex","categoryId":7}', { 'Content-Type': type })).toEqual(expected);
  });
});

describe('a plain name', () => {
  it.each(['Rex', 'Rex 2', 'Nulla', 'No name', 'Trueman', 'rex cabcdefg7z'])('%j is one', (name) => {
    expect(isPlainName(name)).toBe(true);
  });

  it.each([
    'null',
    'NULL',
    'None',
    'NO',
    'true',
    'constructor',
    '12345',
    '1e5',
    '0x1F',
    'Zo\u00eb',
    'a  b',
    '',
  ])('%j is not one, since a service may read it as another value and refuse it', (name) => {
    expect(isPlainName(name)).toBe(false);
  });
});
