import { expect, it } from 'vitest';
import { headerValue, headerValues } from '../../src/exchange/headers.ts';

const headers = [
  ['Link', '<a>'],
  ['Date', 'today'],
  ['LINK', '<b>'],
  ['Lint', '<c>'],
] as const;

it('finds every value of a field, whatever the letter case of its name, in order', () => {
  expect(headerValues(headers, 'lINk')).toEqual(['<a>', '<b>']);
  expect(headerValues(headers, 'Allow')).toEqual([]);
});

it('joins the values of a repeated field, and has none of an absent one', () => {
  expect(headerValue(headers, 'Link')).toBe('<a>, <b>');
  expect(headerValue(headers, 'date')).toBe('today');
  expect(headerValue(headers, 'Allow')).toBeUndefined();
  expect(headerValue([['Allow', '']], 'Allow')).toBe('');
});
