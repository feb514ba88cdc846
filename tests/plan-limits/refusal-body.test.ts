import { expect, test } from 'vitest';
import type { RecordedResponse } from '../../src/exchange/exchange.ts';
import { describeRefusalBody } from '../../src/plan-limits/plan-witness.ts';

function response(body: string, type: string | null): RecordedResponse {
  return {
    status: 429,
    headers: type === null ? [] : [['Content-Type', type]],
    body,
    bodyBytes: Buffer.byteLength(body),
    utf8: true,
    secretsEchoedIn: [],
  };
}

test.each([
  ['', 'application/json', 'empty'],
  [
    '{"code":"rate","message":"slow","status":429}',
    'Application/JSON; charset=utf-8',
    'an Error (application/json)',
  ],
  ['{"error":"slow down"}', 'application/json', 'JSON that is not an Error (application/json)'],
  ['"slow down"', null, 'JSON that is not an Error (no Content-Type)'],
  ['<html>', 'text/html', 'not JSON (text/html)'],
  ['Too many requests', null, 'not JSON (no Content-Type)'],
])('%j as %s is %s', (body, type, described) => {
  expect(describeRefusalBody(response(body, type))).toBe(described);
});
