import { describe, expect, it } from 'vitest';
import type { RecordedResponse } from '../../src/exchange/exchange.ts';
import { jsonBody, jsonValue } from '../../src/exchange/response-body.ts';

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

describe('a body that repeats', () => {
  const large = (letter: string) => response(`"${letter.repeat(20_000)}"`);

  it('is kept alone if it is large, and leaves the small ones in place', () => {
    const small = jsonBody(response('["small"]'));
    const before = jsonBody(large('x'));
    expect(jsonBody(large('x'))).toBe(before);
    jsonBody(large('yy'));
    expect(jsonBody(large('x'))).not.toBe(before);
    expect(jsonBody(response('["small"]'))).toBe(small);
  });
});
