import { expect, it } from 'vitest';
import { declaresHtml, headerValue, isAddedByClient } from '../../src/exchange/headers.ts';

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

it.each(['Connection', 'content-length', 'HOST', 'traceparent', 'User-Agent'])(
  'the client adds %s',
  (name) => {
    expect(isAddedByClient(name)).toBe(true);
  },
);
