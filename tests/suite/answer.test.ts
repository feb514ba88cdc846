import { describe, expect, test } from 'vitest';
import type { Exchange, FailureCode } from '../../src/exchange/exchange.ts';
import { acceptedStatus, animalCreated, answerOf, summarise } from '../../src/suite/answer.ts';
import { exchange } from '../report/made-up-run.ts';

function answered(body: string, status = 200, changes: Partial<Exchange> = {}): Exchange {
  const made = exchange(7, 'list/safe');
  const { response } = made;
  return { ...made, response: response === null ? null : { ...response, body, status }, ...changes };
}

const failing = (code: FailureCode) => ({ failure: { code, detail: `it is ${code}` } });

describe('an exchange read as an answer', () => {
  test('has status, fields and body', () => {
    const one = answered('{"id":9007199254740993}', 201);
    const answer = answerOf(one);
    expect(answer).toMatchObject({
      status: 201,
      headers: one.response?.headers,
      summary: '201 {"id":9007199254740993}',
    });
    expect(answer?.exchange).toBe(one);
    expect(answer?.json).toEqual({ id: 9_007_199_254_740_993n });
  });

  test('has no body where it did not come whole, and is none without a response', () => {
    const cut = answerOf(answered('[]', 200, failing('truncated')));
    expect(cut?.json).toBeUndefined();
    expect(cut?.summary).toBe('200 [] [it is truncated]');
    expect(answerOf({ ...answered('[]'), response: null, ...failing('reset') })).toBeNull();
  });

  test('is described in one line', () => {
    expect(summarise(answered('', 204))).toBe('204');
    expect(summarise(answered('<html>', 200))).toBe('200 <html> (not JSON)');
    expect(summarise({ ...answered(''), response: null, ...failing('reset') })).toBe(
      'no response (it is reset)',
    );
    expect(summarise({ ...answered(''), response: null })).toBe('no response (unknown failure)');
    const exact = `"${'x'.repeat(158)}"`;
    expect(summarise(answered(exact))).toBe(`200 ${exact}`);
    expect(summarise(answered(`"${'x'.repeat(159)}"`))).toBe(`200 "${'x'.repeat(159)}…`);
  });
});

describe('a creation', () => {
  const creation = (body: string | null, answer: string, status = 201, method = 'POST', target = '/pets') => {
    const made = answered(answer, status);
    const headers = [...made.request.headers, ['Content-Type', 'application/json']] as const;
    return { ...made, request: { ...made.request, method, target, headers, body } };
  };

  test('that was accepted tells the status that it sent', () => {
    const sold = '{"name":"Bo","categoryId":1,"status":"sold"}';
    expect(acceptedStatus(creation(sold, '{}'))).toBe('sold');
    expect(acceptedStatus(creation('{"name":"Bo","categoryId":1}', '{}'))).toBeNull();
    expect(acceptedStatus(creation('{"name":"Bo","categoryId":1,"status":7}', '{}'))).toBeNull();
    expect(acceptedStatus(creation('{"status":"sold"', '{}'))).toBeNull();
    expect(acceptedStatus(creation(null, '{}'))).toBeNull();
    expect(acceptedStatus(creation(sold, '{}', 400))).toBeNull();
    expect(acceptedStatus(creation(sold, '{}', 201, 'GET'))).toBeNull();
    expect(acceptedStatus({ ...creation(sold, '{}'), response: null })).toBeNull();
  });

  test('leaves an animal behind', () => {
    const id = '{"id":9007199254740993,"name":"Bo\\ud800"}';
    expect(animalCreated(creation('{}', id))).toEqual({
      type: 'animal-created',
      id: '9007199254740993',
      name: 'Bo\ufffd',
      exchange: 7,
    });
    expect(animalCreated(creation('{}', '{"id":1,"name":5}'))).toMatchObject({ id: '1', name: '' });
    expect(animalCreated(creation('{}', id, 200))).toBeNull();
    expect(animalCreated(creation('{}', id, 201, 'PUT'))).toBeNull();
    expect(animalCreated(creation('{}', '{"id":"1"}'))).toBeNull();
    expect(animalCreated({ ...creation('{}', id), response: null })).toBeNull();
  });
});
