import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordedResponse } from '../../src/exchange/exchange.ts';
import { declaresHtml, headerValue, shortHeaders } from '../../src/exchange/headers.ts';
import { jsonBody, jsonValue } from '../../src/exchange/response-body.ts';
import { exchange } from '../report/made-up-run.ts';

const headers = [
  ['Link', '<a>'],
  ['Date', 'today'],
  ['LINK', '<b>'],
  ['Lint', '<c>'],
] as const;

it('joins the values of a repeated field, and has none of an absent one', () => {
  expect(headerValue(headers, 'Link')).toBe('<a>, <b>');
  expect(headerValue(headers, 'date')).toBe('today');
  expect(headerValue(headers, 'Allow')).toBeUndefined();
  expect(headerValue([['Allow', '']], 'Allow')).toBe('');
});

it.each([
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['  application/xhtml+xml', true],
  ['text/htmlx', false],
  ['application/json; was=text/html', false],
  ['application/json', false],
  ['', false],
])('of Content-Type %j it is %s that a web page comes', (type, expected) => {
  expect(declaresHtml([['content-type', type]])).toBe(expected);
});

const plain = exchange(1, 'list/safe').response;
const lengthOf = (headers: readonly (readonly [string, string])[]) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
const fields = fc.array(fc.tuple(fc.string({ maxLength: 9 }), fc.string({ maxLength: 30 })), {
  maxLength: 20,
});
const bounds = fc.record({ fields: fc.nat({ max: 12 }), characters: fc.nat({ max: 200 }) });

it('keeps whole fields within its bounds, and counts the others, also if repeated', () => {
  fc.assert(
    fc.property(fields, bounds, bounds, (headers, first, second) => {
      if (plain === null) {
        throw new Error('the made-up exchange has a response');
      }
      const once = { ...plain, ...shortHeaders({ ...plain, headers }, first) };
      const twice = { ...once, ...shortHeaders(once, second) };
      for (const [short, most] of [[once, first] as const, [twice, second] as const]) {
        expect(short.headers.length).toBeLessThanOrEqual(most.fields);
        expect(lengthOf(short.headers)).toBeLessThanOrEqual(most.characters);
        expect(headers.filter((field) => short.headers.includes(field))).toEqual(short.headers);
        const leftOut = short.headersLeftOut ?? { fields: 0, characters: 0 };
        expect(short.headers.length + leftOut.fields).toBe(headers.length);
        expect(lengthOf(short.headers) + leftOut.characters).toBe(lengthOf(headers));
      }
      expect(shortHeaders({ ...plain, headers }, { fields: 20, characters: 780 })).toEqual({ headers });
    }),
  );
});

function response(body: string, changes: Partial<RecordedResponse> = {}): RecordedResponse {
  return {
    status: 200,
    headers: [],
    body,
    bodyBytes: Buffer.byteLength(body),
    utf8: true,
    secretsEchoedIn: [],
    ...changes,
  };
}

function problemOf(answer: RecordedResponse): string {
  const body = jsonBody(answer);
  return body.ok ? 'none' : body.problem;
}

describe('a body', () => {
  it('may begin with one byte order mark', () => {
    expect(jsonValue(response('\ufeff[1]'))).toEqual([1n]);
    expect(problemOf(response('\ufeff\ufeff[1]'))).toMatch(/^the body is not JSON: /);
    expect(problemOf(response('[1]\ufeff'))).toMatch(/^the body is not JSON: /);
  });

  it('that is none says why', () => {
    expect(problemOf(response(''))).toBe('the body is empty');
    expect(problemOf(response('[1]', { utf8: false }))).toBe('the body is not well-formed UTF-8');
    expect(problemOf(response('[1'))).toMatch(/^the body is not JSON: .*JSON/);
    expect(jsonValue(response('[1'))).toBeUndefined();
  });
});
