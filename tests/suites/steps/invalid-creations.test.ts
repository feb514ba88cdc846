import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOutsideInt64 } from '../../../src/arbitraries/int64.ts';
import { nameOf, plainName } from '../../../src/arbitraries/names.ts';
import { type NewPet, newPet, newPetText, optionalStatus } from '../../../src/arbitraries/new-pet.ts';
import { isJsonObject, jsonEquals, parseJson } from '../../../src/json/exact-json.ts';
import {
  categoryIs,
  type InvalidCreation,
  nameIs,
  statusIs,
} from '../../../suites/cases/invalid-creation.ts';
import { anyMalformedJson, isJson } from '../../../suites/cases/malformed-json.ts';
import { invalidCreations, notInteger, notStatus, notString } from '../../../suites/refused-creations.ts';
import type { RefusedCreation } from '../../../suites/requirements.ts';
import { invalidParts } from '../../arbitraries/invalid-parts.ts';
import { propertyRuns } from '../../property-runs.ts';

const tag = 'cabcdef7z';
const rex = newPet(`Rex ${tag}`, 7n, 'pending');
const anyCategory = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);

const plainPet = fc
  .tuple(plainName, anyCategory, optionalStatus)
  .map(([shape, category, status]) => newPet(nameOf(shape, tag), category, status));

/** A valid body. Its name contains the tag and is as unusual as a user's template may be. */
const anyPet = fc
  .tuple(fc.string({ maxLength: 6 }), anyCategory, optionalStatus)
  .map(([text, category, status]) => newPet(`${text}",: {'$&${tag}`, category, status));

function forAnyPet(requirement: RefusedCreation, judge: (creation: InvalidCreation, pet: NewPet) => void) {
  fc.assert(
    fc.property(anyPet, (pet) => {
      for (const fault of invalidCreations[requirement].faults) {
        judge(fault(pet), pet);
      }
    }),
    { numRuns: propertyRuns(50) },
  );
}

/** The creation breaks this member, and equals a valid one otherwise. */
function expectOneBreak(pet: NewPet, { text, breaks }: InvalidCreation, broken: keyof NewPet): void {
  const value = parseJson(text);
  expect(invalidParts(value), text).toEqual([broken]);
  const twin = parseJson(newPetText(pet));
  if (!isJsonObject(value) || !isJsonObject(twin)) {
    throw new Error('no object');
  }
  const members = new Set([...Object.keys(value), ...Object.keys(twin)]);
  const differing = [...members].filter((name) => !jsonEquals(value[name], twin[name]));
  expect(differing, text).toEqual([broken]);
  expect(breaks).toMatch(new RegExp(`^${broken} is `));
}

describe('every invalid creation', () => {
  it('is malformed JSON if that is its fault, with any name', () => {
    forAnyPet('create/malformed-json', ({ text }) => expect(isJson(text), text).toBe(false));
  });

  it.each<[RefusedCreation, keyof NewPet]>([
    ['create/wrong-name-type', 'name'],
    ['create/wrong-category-type', 'categoryId'],
    ['create/category-out-of-range', 'categoryId'],
    ['create/unknown-status', 'status'],
  ])('has one fault, and equals a valid one otherwise: %s', (requirement, broken) => {
    forAnyPet(requirement, (creation, pet) => expectOneBreak(pet, creation, broken));
  });

  it.each<[RefusedCreation, readonly string[]]>([
    ['create/missing-category', ['categoryId']],
    ['create/body-not-object', ['body']],
  ])('violates only one requirement: %s', (requirement, broken) => {
    forAnyPet(requirement, ({ text }) => expect(invalidParts(parseJson(text)), text).toEqual(broken));
  });

  it('is the valid one with another media type, or holds its members in another format', () => {
    forAnyPet('create/content-type-required', ({ text, breaks }, pet) => {
      const isJson = !/^the body is (?:a form|a multipart form|XML)/.test(breaks);
      expect(isJson ? text === newPetText(pet) : text.includes(`${pet.categoryId}`), text).toBe(true);
    });
  });

  it('has no name, or has it in another member', () => {
    forAnyPet('create/missing-name', ({ text }) =>
      expect(invalidParts(parseJson(text)), text).toContain('name'),
    );
  });

  it('has a fraction that a double represents', () => {
    forAnyPet('create/wrong-category-type', ({ text }) => {
      const literal = /"categoryId":(-?[\d.eE+-]+)/.exec(text.slice(text.lastIndexOf('"categoryId"')))?.[1];
      expect(literal === undefined || !Number.isInteger(Number(literal)), text).toBe(true);
    });
  });

  it('has a number that is outside int64 as a double too, or just below int64', () => {
    forAnyPet('create/category-out-of-range', ({ text }) => {
      const literal = /"categoryId":([^,}]+)/.exec(text.slice(text.lastIndexOf('"categoryId"')))?.[1] ?? '';
      const isOutside = Number(literal) >= 2 ** 63 || Number(literal) <= -(2 ** 63);
      expect(isOutside, text).toBe(true);
    });
  });

  it('includes one whose categoryId becomes a known one if the upper bits are dropped', () => {
    fc.assert(
      fc.property(plainPet, (pet) => {
        const wrapped = invalidCreations['create/category-out-of-range'].faults.map((fault) => {
          const value = parseJson(fault(pet).text);
          const category = isJsonObject(value) ? value['categoryId'] : undefined;
          return typeof category === 'bigint' ? BigInt.asIntN(64, category) : null;
        });
        expect(wrapped).toContain(pet.categoryId);
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

describe('generated faults', () => {
  it.each([
    ['name', nameIs, notString],
    ['categoryId', categoryIs, notInteger],
    ['categoryId', categoryIs, anyOutsideInt64.map(String)],
    ['status', statusIs, notStatus],
  ] as const)('break only %s', (member, memberIs, literals) => {
    fc.assert(
      fc.property(anyPet, literals, (pet, literal) => {
        expectOneBreak(pet, memberIs(literal, literal)(pet), member);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('are malformed JSON by one change', () => {
    const bodies = fc.sample(anyMalformedJson(rex), { numRuns: 300, seed: 1 });
    const valid = newPetText(rex);
    expect(bodies.filter(({ text }) => isJson(text))).toEqual([]);
    const isSmall = (text: string) => Math.abs(text.length - valid.length) <= 1 || valid.startsWith(text);
    expect(bodies.filter(({ text }) => !isSmall(text))).toEqual([]);
    expect(new Set(bodies.map(({ text }) => text)).size).toBeGreaterThan(100);
  });
});

describe('isJson', () => {
  it('agrees with the parser of responses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.constantFrom('', ' ', '[1,]', 'NaN', '01')), (text) => {
        const parse = () => parseJson(text);
        if (isJson(text)) {
          expect(parse).not.toThrow();
        } else {
          expect(parse).toThrow(SyntaxError);
        }
      }),
    );
  });
});
