import { expect, it } from 'vitest';
import { reportExchange } from '../../src/report/report-exchange.ts';
import { exchange } from './made-up-run.ts';

it('keeps 100 header fields of a response, and counts the others', () => {
  const { response } = exchange(1, 'list/safe');
  const headers = Array.from({ length: 900 }, (_, index): [string, string] => [`x-${index % 10}`, '"']);
  const kept = reportExchange(exchange(1, 'list/safe', { response: response && { ...response, headers } }));
  expect(kept.response?.headers).toEqual(headers.slice(0, 100));
  expect(kept.response?.headersLeftOut).toEqual({ fields: 800, characters: 800 * 4 });
});

it('keeps 8,192 characters of header fields', () => {
  const { response } = exchange(1, 'list/safe');
  const headers: [string, string][] = [
    ['x', 'y'.repeat(9_000)],
    ['Content-Type', 'application/json'],
  ];
  const kept = reportExchange(exchange(1, 'list/safe', { response: response && { ...response, headers } }));
  expect(kept.response?.headers).toEqual([['Content-Type', 'application/json']]);
  expect(kept.response?.headersLeftOut).toEqual({ fields: 1, characters: 9_001 });
});
