import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Credential } from '../../../src/target/api-request.ts';
import type { BadInput } from '../../../suites/shared/bad-inputs.ts';
import { type Place, refusalsOf } from '../../../suites/shared/refused-credentials.ts';
import { type SessionChanges, testSession } from '../../runner/test-session.ts';

const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];

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
    showsOrder: false,
    request: () => {
      throw new Error('it is not to be sent here');
    },
  }));

function refusals(
  changes: SessionChanges,
  count: number,
  everywhere: number,
  wrong: readonly BadInput[],
  asked: readonly Operation[] = operations,
  places: readonly Place[] = [],
) {
  const check = testSession('http://127.0.0.1:1/v1', changes).check('auth/unknown-key');
  const { right, early } = refusalsOf(check, asked, credentials(count), everywhere, wrong, places);
  return {
    right: right.map(([operation, { description }]) => `${operation} ${description}`),
    early: early.map(([{ name, operation }, { description }]) => `${name}: ${operation} ${description}`),
  };
}

const triesOrder = { selected: ['auth/checked-first'] };

describe('bad credentials', () => {
  it('go to one operation each, and the first ones to every operation', () => {
    expect(refusals({}, 4, 1, inputs('listPets'))).toEqual({
      right: [
        'listPets key 1',
        'createPet key 2',
        'getPet key 3',
        'listPets key 4',
        'createPet key 1',
        'getPet key 1',
      ],
      early: [],
    });
  });

  it('go out with requests that are wrong besides where the order is tried, from the last ones on', () => {
    expect(refusals(triesOrder, 4, 1, inputs('getPet', 'listPets', 'getPet', 'getPet'))).toEqual({
      right: ['listPets key 1', 'createPet key 2', 'createPet key 1'],
      early: ['input 1: getPet key 1', 'input 2: listPets key 4', 'input 3: getPet key 3'],
    });
  });

  it('meet one place each at effort smoke, as long as there are any of both', () => {
    const places: readonly Place[] = [
      { operation: 'createPet' },
      { operation: 'getPet', input: 'input 1' },
      { operation: 'listPets', input: 'input 2' },
    ];
    const wrong = inputs('getPet', 'listPets');
    const smoke: SessionChanges = { ...triesOrder, effort: 'smoke' };
    expect(refusals(smoke, 4, 1, wrong, operations, places)).toEqual({
      right: ['createPet key 1'],
      early: ['input 1: getPet key 2', 'input 2: listPets key 3'],
    });
    expect(refusals(smoke, 1, 1, wrong, ['listPets', 'getPet'], places)).toEqual({
      right: [],
      early: ['input 1: getPet key 1'],
    });
    expect(refusals({ effort: 'smoke' }, 2, 1, wrong, operations, places)).toEqual({
      right: ['createPet key 1', 'getPet key 2'],
      early: [],
    });
  });

  it('meet everything at effort thorough', () => {
    const { right, early } = refusals({ effort: 'thorough' }, 4, 1, inputs('getPet', 'createPet'));
    expect(new Set(right).size).toBe(12);
    expect(new Set(early).size).toBe(8);
  });

  it('all meet an operation, and each bad input is taken once while there are pairs for it', () => {
    const some = fc.uniqueArray(fc.constantFrom(...operations), { minLength: 1 });
    const wrong = fc.array(fc.constantFrom(...operations), { maxLength: 6 });
    const count = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(some, wrong, count, fc.nat(4), (asked, kinds, keys, everywhere) => {
        const { right, early } = refusals(triesOrder, keys, everywhere, inputs(...kinds), asked);
        const pairs = [...right, ...early.map((text) => text.replace(/^.*: /, ''))];
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(pairs).toHaveLength(keys + (asked.length - 1) * Math.min(everywhere, keys));
        const met = new Set(pairs.map((pair) => pair.replace(/^\w+ /, '')));
        expect(met.size).toBe(keys);
        const left = kinds.filter(
          (_, index) => !early.some((text) => text.startsWith(`input ${index + 1}:`)),
        );
        expect(left.filter((operation) => right.some((pair) => pair.startsWith(operation)))).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});
