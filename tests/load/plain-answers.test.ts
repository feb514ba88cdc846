import { describe, expect, it } from 'vitest';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { type LoadAnswer, type LoadRequest, loadRequest } from '../../src/load/load-engine.ts';
import { PlainAnswers } from '../../src/load/plain-answers.ts';
import { bearer, createPet, getPet, listPets } from '../../src/target/api-request.ts';

const epochAtOriginMs = Date.parse('2026-06-01T12:00:00Z');
const key = bearer('fQ7vTzR2mXk9LbW4', 'api-key', '$ANIMAL_STORE_API_KEY');
const animal = '{"id":7,"name":"Rex","categoryId":1}';
const sent = { name: 'Rex cabcdef1z', categoryId: 1n, status: 'available' } as const;
const created = '{"id":8,"name":"Rex cabcdef1z","categoryId":1,"status":"available"}';

const makeRequests = () => ({
  list: loadRequest('listPets', listPets({ limit: 10 }, key)),
  animal: loadRequest('getPet', getPet(7n, key)),
  creation: loadRequest('createPet', createPet(newPetText(sent), key), sent),
});

interface Changes {
  readonly status?: number;
  readonly body?: string;
  readonly limit?: string;
  readonly type?: string;
  readonly failure?: FailureCode;
  readonly reused?: boolean;
  readonly sentAtMs?: number;
  readonly reset?: string;
  readonly remaining?: string;
  readonly retryAfter?: string;
}

function answer(request: LoadRequest, changes: Changes = {}): LoadAnswer {
  const { status = 200, body = '[]', limit = '60', type = 'application/json', failure } = changes;
  const { sentAtMs = 1000, reset = `${epochAtOriginMs / 1000 + 60}` } = changes;
  return {
    request,
    number: 1,
    connection: 1,
    intendedAtMs: sentAtMs,
    sentAtMs,
    headersAtMs: sentAtMs + 1,
    finishedAtMs: sentAtMs + 1,
    status,
    headers: [
      'X-RateLimit-Limit',
      limit,
      'X-RateLimit-Remaining',
      changes.remaining ?? '5',
      'X-RateLimit-Reset',
      reset,
      'Content-Type',
      type,
      ...(changes.retryAfter === undefined ? [] : ['Retry-After', changes.retryAfter]),
    ],
    body: Buffer.from(body),
    failure: failure === undefined ? null : { code: failure, detail: '' },
    reused: changes.reused ?? false,
    receivedBytes: body.length,
    headerBlock: '',
    traceparent: '',
  };
}

function newPlain(mayLeak = false): PlainAnswers {
  return new PlainAnswers(172_800_000, epochAtOriginMs, () => mayLeak);
}

function isPlain(plain: PlainAnswers, one: LoadAnswer): boolean {
  return plain.isPlain(one, plain.headersOf(one));
}

function learn(plain: PlainAnswers, one: LoadAnswer): void {
  plain.learn(one, plain.headersOf(one));
}

describe('PlainAnswers', () => {
  it('takes nothing for plain before it has learnt its Limit and Content-Type', () => {
    const plain = newPlain();
    const { list } = makeRequests();
    expect(isPlain(plain, answer(list))).toBe(false);
    learn(plain, answer(list));
    expect(isPlain(plain, answer(list))).toBe(true);
    expect(isPlain(plain, answer(list, { limit: '61' }))).toBe(false);
    expect(isPlain(plain, answer(list, { type: 'text/html' }))).toBe(false);
    expect(isPlain(plain, answer(list, { status: 201 }))).toBe(false);
    expect(isPlain(plain, answer(list))).toBe(true);
  });

  it('knows a right list by itself, and another body once the watches let it pass', () => {
    const plain = newPlain();
    const { list } = makeRequests();
    learn(plain, answer(list));
    expect(isPlain(plain, answer(list, { body: `[${animal}]` }))).toBe(true);
    expect(list.passedBody?.toString()).toBe(`[${animal}]`);
    const odd = '[{"id":7,"name":"R\u00ebx","categoryId":1}]';
    expect(isPlain(plain, answer(list, { body: odd }))).toBe(false);
    learn(plain, answer(list, { body: odd }));
    expect(isPlain(plain, answer(list, { body: odd }))).toBe(true);
    expect(isPlain(plain, answer(list, { body: '{}' }))).toBe(false);
  });

  it.each([
    ['{"limit":1}', { limit: 1 }, [7, 8], false],
    ['{}', {}, Array.from({ length: 21 }, (_, index) => index), false],
    ['an id twice', { limit: 10 }, [7, 8, 7], false],
    ['another status', { status: 'sold' }, [7], false],
    ['the status', { status: 'available' }, [7, 8], true],
    ['twenty', {}, Array.from({ length: 20 }, (_, index) => index), true],
  ] as const)(
    'leaves a list that is not what its query asks for to the watches: %s',
    (_, query, ids, isRight) => {
      const plain = newPlain();
      const list = loadRequest('listPets', listPets(query, key));
      learn(plain, answer(list));
      const pets = ids.map((id) => `{"id":${id},"name":"Rex","categoryId":1,"status":"available"}`);
      expect(isPlain(plain, answer(list, { body: `[${pets.join(',')}]` }))).toBe(isRight);
    },
  );

  it('finds an id that is given twice, or was listed before the creation was sent', () => {
    const plain = newPlain();
    const { list, creation } = makeRequests();
    const kindOf = (id: number, sentAtMs: number) =>
      plain.repeatedId(answer(creation, { status: 201, body: created.replace('8', String(id)), sentAtMs }))
        ?.kind;
    expect(plain.repeatedId(answer(list, { body: `[${animal}]`, sentAtMs: 2_000 }))).toBeNull();
    expect([kindOf(8, 1_000), kindOf(7, 1_990), kindOf(9, 3_000)]).toEqual([undefined, undefined, undefined]);
    expect([kindOf(8, 3_000), kindOf(7, 3_000)]).toEqual(['id-given-twice', 'id-given-twice']);
    plain.repeatedId(answer(list, { body: `[${animal.replace('7', '70')}]`, sentAtMs: 2_000 }));
    expect(kindOf(70, 3_000)).toBe('id-of-another');
  });

  it('takes no 401 or 403 for news after many refusals, which may have banned the key', () => {
    const plain = newPlain();
    const { list } = makeRequests();
    expect(plain.isNews(answer(list, { status: 403 }))).toBe(true);
    for (let count = 0; count < 30; count += 1) {
      plain.isNews(answer(list, { status: 429 }));
      plain.isNews(answer(list));
    }
    expect([403, 401, 500].map((status) => plain.isNews(answer(list, { status })))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('takes a new animal for plain where it repeats the tag', () => {
    const plain = newPlain();
    const { creation } = makeRequests();
    learn(plain, answer(creation, { status: 201, body: created }));
    expect(isPlain(plain, answer(creation, { status: 201, body: created }))).toBe(true);
    expect(isPlain(plain, answer(creation, { status: 201, body: animal }))).toBe(false);
    expect(isPlain(plain, answer(creation, { status: 200, body: created }))).toBe(false);
    for (const other of [
      created.replace('Rex', 'Max'),
      created.replace('1z"', '1z!"'),
      created.replace(/("categoryId": ?)1/, '$12'),
      created.replace(/("categoryId": ?)1/, '$110'),
      created.replace(/("status": ?)"\w+"/, '$1"sold"'),
      created.replace(/, ?"status": ?"\w+"/, ''),
    ]) {
      expect(other).not.toBe(created);
      expect(isPlain(plain, answer(creation, { status: 201, body: other })), other).toBe(false);
    }
    const untagged = loadRequest('createPet', createPet('{"name":"Rex","categoryId":1}', key));
    expect(isPlain(plain, answer(untagged, { status: 201, body: animal }))).toBe(true);
    expect(isPlain(plain, answer(untagged, { status: 201, body: '{}' }))).toBe(false);
  });

  it('knows a refusal of the operation by its bytes', () => {
    const plain = newPlain();
    const { list, animal: one } = makeRequests();
    const refusal = { status: 429, body: 'later', remaining: '0', retryAfter: '5' };
    expect(isPlain(plain, answer(list, refusal))).toBe(false);
    learn(plain, answer(list, refusal));
    expect(isPlain(plain, answer(list, refusal))).toBe(true);
    expect(isPlain(plain, answer(list, { ...refusal, body: 'sooner' }))).toBe(false);
    expect(isPlain(plain, answer(one, refusal))).toBe(false);
    expect(isPlain(plain, answer(list, { ...refusal, remaining: '1' }))).toBe(false);
    expect(isPlain(plain, answer(list, { ...refusal, retryAfter: 'soon' }))).toBe(false);
    expect(list.passedBody).toBeNull();
  });

  it('never keeps a refusal that may show the inside of the service', () => {
    const plain = newPlain(true);
    const { list } = makeRequests();
    const refusal = { status: 429, body: 'later', remaining: '0', retryAfter: '5' };
    learn(plain, answer(list, refusal));
    expect(isPlain(plain, answer(list, refusal))).toBe(false);
  });
});
