import { expect, test } from 'vitest';
import { renderHtml } from '../../../src/report/html.tsx';
import type { RunEvent } from '../../../src/verdict/run-event.ts';
import { exchange, exchanged, faultless, madeReport } from '../made-up-run.ts';
import { markupOf } from '../markup-of.ts';

function page(events: readonly RunEvent[]): string {
  return markupOf(renderHtml(madeReport([...faultless(), ...events])));
}

test('say what the transport lost, an operation each', () => {
  const lost = page([
    exchanged(
      exchange(901, 'list/safe', { failure: { code: 'truncated', detail: 'closed within the body' } }),
    ),
    exchanged(exchange(902, 'list/safe', { retryOf: 901 })),
    exchanged(exchange(903, 'list/safe', { response: null, failure: { code: 'reset', detail: 'reset' } })),
  ]);
  expect(lost).toMatch(
    /<dt>Transport<\/dt><dd>(<bdi>)?listPets: 1 dropped, 1 truncated, 1 retried on a new connection(<\/bdi>)?<\/dd>/,
  );
});

test('name a header field with a capital, as a label', () => {
  const list = exchange(901, 'list/safe');
  const response = list.response && { ...list.response, headers: [['server', 'nginx'] as const] };
  expect(page([exchanged({ ...list, response })])).toMatch(/<dt>Server<\/dt><dd>(<bdi>)?nginx/);
});

test('are silent about a transport that lost nothing', () => {
  expect(page([])).not.toContain('<dt>Transport</dt>');
});
