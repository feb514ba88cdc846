import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCredential } from '../../../src/arbitraries/credentials.ts';
import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Credential } from '../../../src/target/api-request.ts';
import {
  atPlaces,
  type BadInput,
  badInputs,
  covering,
  earlyRefusals,
  type Refusal,
  refusalsOf,
} from '../../../suites/shared/refused-credentials.ts';
import { type SessionChanges, testSession } from '../../runner/test-session.ts';

const nowhere = 'http://127.0.0.1:1/v1';
const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];

function checkOf(changes: SessionChanges = {}) {
  return testSession(nowhere, changes).check('auth/checked-first');
}

describe('bad inputs', () => {
  function rows(readOnly: boolean): string[] {
    const check = checkOf({ readOnly });
    return badInputs(check).map(({ name, description, operation, isTriedKeyless, request }) => {
      const { method, target, body, headers, credential } = request(check, noCredential);
      const types = headers.filter(({ name: field }) => field === 'Content-Type').map(({ value }) => value);
      const sent = [method, target, ...types, ...(body === null ? [] : [body])].join(' ');
      return `${name} (${operation}${isTriedKeyless ? ', without any key too' : ''}), ${description}: ${sent} by ${credential}`;
    });
  }

  it('are one of each kind', () => {
    expect(rows(false)).toMatchInlineSnapshot(`
      [
        "invalid-body (createPet, without any key too), a creation without a name: POST /pets application/json {"categoryId":1,"status":"pending"} by none",
        "broken-json (createPet), a creation whose JSON is cut off: POST /pets application/json {"name":"Rex cabcdef2z","categoryId":1,"status":"pending" by none",
        "other-media-type (createPet), a creation sent as text/plain: POST /pets text/plain {"name":"Rex cabcdef3z","categoryId":1,"status":"pending"} by none",
        "bad-limit (listPets, without any key too), a list with limit=abc: GET /pets?limit=abc by none",
        "bad-status (listPets), a list with status=adopted: GET /pets?status=adopted by none",
        "limit-out-of-range (listPets), a list with limit=0: GET /pets?limit=0 by none",
        "unknown-pet (getPet), reading an animal that does not exist: GET /pets/-8070450532247928832 by none",
      ]
    `);
  });

  it('create nothing in a run that may not', () => {
    const creations = rows(false).filter((row) => row.includes('POST'));
    expect(rows(true)).toEqual(rows(false).filter((row) => !creations.includes(row)));
    expect(creations).toHaveLength(3);
  });

  it('carry the credential that they are given', () => {
    const check = checkOf();
    const { key } = check.session;
    for (const { request } of badInputs(check)) {
      expect(request(check, key)).toMatchObject({ credential: 'api-key' });
      expect(request(check, key).headers).toEqual(expect.arrayContaining([...key.headers]));
    }
  });
});

const credentials = (count: number): Credential[] =>
  Array.from({ length: count }, (_, index) => ({
    label: 'invalid',
    description: `key ${index + 1}`,
    headers: [],
  }));

const inputs = (...wanted: readonly Operation[]): BadInput[] =>
  wanted.map((operation, index) => ({
    name: `input ${index + 1}`,
    description: '',
    operation,
    isTriedKeyless: false,
    request: () => {
      throw new Error('it is not to be sent here');
    },
  }));

function shown(refusals: readonly Refusal[]): string[] {
  return refusals.map(
    ({ operation, credential, input }) =>
      `${input === null ? '' : `${input.name}: `}${operation} ${credential.description}`,
  );
}

describe('bad credentials that cover operations and bad inputs', () => {
  it('go to one operation each, and the first ones to every operation', () => {
    expect(shown(covering(credentials(4), 1, operations, []))).toEqual([
      ...['listPets key 1', 'createPet key 2', 'getPet key 3', 'listPets key 4'],
      ...['createPet key 1', 'getPet key 1'],
    ]);
  });

  it('go out with a bad input each, from the last ones on', () => {
    const bad = inputs('getPet', 'listPets', 'getPet', 'getPet');
    expect(shown(covering(credentials(4), 1, operations, bad))).toEqual([
      ...['listPets key 1', 'createPet key 2', 'input 3: getPet key 3', 'input 2: listPets key 4'],
      ...['createPet key 1', 'input 1: getPet key 1'],
    ]);
  });

  it('all meet an operation, and each bad input is taken once while there are pairs for it', () => {
    const some = fc.uniqueArray(fc.constantFrom(...operations), { minLength: 1 });
    const wrong = fc.array(fc.constantFrom(...operations), { maxLength: 6 });
    const count = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(some, wrong, count, fc.nat(4), (asked, kinds, keys, everywhere) => {
        const refusals = covering(credentials(keys), everywhere, asked, inputs(...kinds));
        const pairs = refusals.map(({ operation, credential }) => `${operation} ${credential.description}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(pairs).toHaveLength(keys + (asked.length - 1) * Math.min(everywhere, keys));
        expect(new Set(refusals.map(({ credential }) => credential)).size).toBe(keys);
        const taken = refusals.flatMap(({ input }) => (input === null ? [] : [input.name]));
        expect(new Set(taken).size).toBe(taken.length);
        const left = kinds.filter((_, index) => !taken.includes(`input ${index + 1}`));
        const free = refusals.filter(({ input }) => input === null).map(({ operation }) => operation);
        expect(left.filter((operation) => free.includes(operation))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

it('bad credentials that are tried once meet one place each, as long as there are any of both', () => {
  const places = [['createPet'], ['getPet', 'input 1'], ['listPets', 'input 2']] as const;
  const bad = inputs('getPet', 'listPets');
  expect(shown(atPlaces(places, credentials(4), operations, bad))).toEqual([
    'createPet key 1',
    'input 1: getPet key 2',
    'input 2: listPets key 3',
  ]);
  expect(shown(atPlaces(places, credentials(1), ['listPets', 'getPet'], bad))).toEqual([
    'input 1: getPet key 1',
  ]);
  expect(shown(atPlaces(places, credentials(2), operations, []))).toEqual([
    'createPet key 1',
    'getPet key 2',
  ]);
});

describe('the refusals of a run', () => {
  const refusals = (changes: SessionChanges) =>
    (['auth/not-bearer', 'auth/unknown-key'] as const).map((id) => refusalsOf(checkOf(changes), id));
  const triesOrder: SessionChanges = { selected: ['auth/checked-first'] };

  it('have bad inputs only if it tries the order of the checks', () => {
    const withInputs = (changes: SessionChanges) =>
      refusals(changes).map((some) => some.filter(({ input }) => input !== null).length);
    expect(withInputs({ selected: [] })).toEqual([0, 0]);
    expect(withInputs(triesOrder)).toEqual([7, 7]);
    expect(withInputs({ ...triesOrder, effort: 'smoke' })).toEqual([3, 3]);
  });

  it('are all combinations at effort thorough', () => {
    const [forms, keys] = refusals({ ...triesOrder, effort: 'thorough' }).map((some) => new Set(shown(some)));
    expect([forms?.size, keys?.size]).toEqual([100, 100]);
  });

  it('are tried without any key too where that shows the order', () => {
    const keyless = (effort: 'smoke' | 'normal' | 'thorough') =>
      earlyRefusals(checkOf({ ...triesOrder, effort })).filter(
        ({ credential }) => credential === noCredential,
      ).length;
    expect([keyless('smoke'), keyless('normal'), keyless('thorough')]).toEqual([0, 2, 7]);
  });
});
