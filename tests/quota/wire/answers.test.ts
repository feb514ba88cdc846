import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { QuotaRequest } from '../../../src/quota/quota-wire.ts';
import { answerFigures, noFigures } from '../../../src/quota/refusal-fields.ts';
import { AnimalKnowledge } from '../../../src/quota/wire/animal-knowledge.ts';
import { isWebPage } from '../../../src/quota/wire/answer-book.ts';
import { RequestMaker } from '../../../src/quota/wire/request-maker.ts';

function answer(status: number, type: string | null, body: string, ...headers: [string, string][]) {
  const fields: [string, string][] = [
    ...(type === null ? [] : [['Content-Type', type] as [string, string]]),
    ...headers,
  ];
  return { status, headers: fields, body: Buffer.from(body) };
}

describe('a web page', () => {
  test.each([
    ['text/html', '<!doctype html><title>Sign in</title>'],
    ['Text/HTML; charset=utf-8', '\ufeff\r\n  <html>'],
    ['application/xhtml+xml', '<?xml version="1.0"?><html/>'],
  ])('is one by its type, %s, and by its first character', (type, body) => {
    expect(isWebPage(answer(200, type, body))).toBe(true);
    expect(isWebPage(answer(302, type, body))).toBe(false);
    expect(isWebPage(answer(429, type, body))).toBe(false);
  });

  it('is one where its body can not be looked at: it is encoded, or too large', () => {
    expect(isWebPage(answer(200, 'text/html', '\u001f\u008b', ['content-encoding', 'gzip']))).toBe(true);
    const tooLarge = { code: 'body-too-large', detail: '' } as const;
    expect(isWebPage(answer(200, 'text/html', ''), tooLarge)).toBe(true);
    expect(isWebPage(answer(200, 'text/html', ''))).toBe(false);
  });

  it('is no JSON, whatever its type', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('text/html', 'application/json', 'text/plain', null),
        (json, type) => {
          expect(isWebPage(answer(200, type, json))).toBe(false);
        },
      ),
    );
  });

  it('is nothing of another type', () => {
    expect(isWebPage(answer(200, 'application/json', '<html>'))).toBe(false);
    expect(isWebPage(answer(200, 'text/htmlx', '<html>'))).toBe(false);
    expect(isWebPage(answer(200, null, '<html>'))).toBe(false);
  });
});

function figures(...headers: [string, string][]) {
  return answerFigures(headers, (text) => text.replaceAll('secret', '***'));
}

it('are NaN for what is absent or unreadable', () => {
  expect(figures(['X-RateLimit-Limit', 'x'], ['X-RateLimit-Remaining', '5, 4'])).toEqual(noFigures);
  expect(figures(['X-RateLimit-Remaining', '4'])).toEqual({ ...noFigures, remaining: 4 });
});

it.each([
  ['Retry-After', '1.5', '1.5'],
  ['Retry-After', '5 secret', '5 ***'],
  ['X-RateLimit-Reset', 'secret', '***'],
  ['X-RateLimit-Reset', 'x'.repeat(81), 'x'.repeat(80)],
])('of %s: %s show %s as unreadable', (name, value, shown) => {
  const { unreadable, retryAfterMs, reset } = figures([name, value]);
  expect({ unreadable, retryAfterMs, reset }).toEqual({
    unreadable: shown,
    retryAfterMs: Number.NaN,
    reset: Number.NaN,
  });
});

function makerOf(): RequestMaker {
  let tags = 0;
  const knowledge = new AnimalKnowledge();
  knowledge.animalId = 7n;
  return new RequestMaker(
    {
      keys: new Map([[1, { value: 'quota-key', shownAs: '$KEY' }]]),
      nextName: () => {
        tags += 1;
        return `Rex tag-${tags}`;
      },
      categoryId: 1n,
      ...{ baseUrl: 'http://127.0.0.1/v1', version: '1', tag: 'run', seed: 1 },
    },
    knowledge,
  );
}

const operations = ['createPet', 'listPets', 'createPet', 'getPet', 'createPet'] as const;
const burst = operations.map((operation): QuotaRequest => ({ key: 1, operation, phase: 'burst' }));

it('names the animals of a burst in its order, whichever request is written first', () => {
  const maker = makerOf();
  maker.nameAnimals(burst, 10);
  const names = burst.map((_, index) => {
    const position = burst.length - 1 - index;
    return maker.make(burst[position] as QuotaRequest, 10 + position).name;
  });
  expect(names.reverse()).toEqual(['Rex tag-1', null, 'Rex tag-2', null, 'Rex tag-3']);
});
