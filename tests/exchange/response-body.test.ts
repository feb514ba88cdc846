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
  it('is read to the last digit', () => {
    expect(jsonValue(response('{"id":9007199254740993}'))).toEqual({ id: 9007199254740993n });
  });

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

describe('bodies that are asked for again', () => {
  const distinct = (count: number, length = 1) =>
    Array.from({ length: count }, (_, index) => response(`["${index}${'x'.repeat(length)}"]`));

  it('are parsed once while they are among the last four', () => {
    const answers = distinct(4);
    const first = answers.map(jsonBody);
    expect(answers.map(jsonBody).every((body, index) => body === first[index])).toBe(true);
  });

  it('are read anew, and the same, after four others', () => {
    const [oldest, ...others] = distinct(5);
    if (oldest === undefined) {
      throw new Error('there are five');
    }
    const before = jsonBody(oldest);
    for (const other of others) {
      jsonBody(other);
    }
    const [, second] = others;
    expect(jsonBody(oldest)).not.toBe(before);
    expect(jsonValue(oldest)).toEqual(['0x']);
    expect(second === undefined ? null : jsonValue(second)).toEqual(['2x']);
  });

  it('are kept one at a time where they are large, and leave the others in place', () => {
    const small = distinct(4);
    const known = small.map(jsonBody);
    const [one, other] = distinct(2, 70_000);
    if (one === undefined || other === undefined) {
      throw new Error('there are two');
    }
    const large = jsonBody(one);
    expect(jsonBody(one)).toBe(large);
    jsonBody(other);
    expect(jsonBody(one)).not.toBe(large);
    expect(small.map(jsonBody).every((body, index) => body === known[index])).toBe(true);
  });

  it('count as large above 65,536 characters', () => {
    const small = response(`"${'x'.repeat(65_534)}"`);
    const [one, other] = [response(`"${'y'.repeat(65_535)}"`), response(`"${'z'.repeat(65_535)}"`)];
    const known = jsonBody(small);
    jsonBody(one);
    jsonBody(other);
    expect(jsonBody(small)).toBe(known);
    const large = jsonBody(one);
    jsonBody(other);
    expect(jsonBody(one)).not.toBe(large);
  });
});
