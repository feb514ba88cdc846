import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BrokenBody,
  inOtherCase,
  notInteger,
  notObjects,
  notStatus,
  notString,
  withCategory,
  withName,
  withoutCategory,
  withoutName,
  withStatus,
  wrongCategoryTypes,
  wrongNameTypes,
  wrongStatuses,
} from '../../src/arbitraries/broken-body.ts';
import { anyOutsideInt64, outsideInt64 } from '../../src/arbitraries/int64.ts';
import { nameOf, plainName } from '../../src/arbitraries/names.ts';
import { type NewPet, newPet, newPetText, optionalStatus } from '../../src/arbitraries/new-pet.ts';
import { tagSource } from '../../src/history/tag.ts';
import { isJsonObject, jsonEquals, parseJson } from '../../src/json/exact-json.ts';
import { invalidParts } from './invalid-parts.ts';

const tag = tagSource('cabcdef', 7).next();

/** A valid body, its name around the tag. */
const anyPet = fc
  .tuple(plainName, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), optionalStatus)
  .map(([shape, category, status]) => newPet(nameOf(shape, tag), category, status));

/** A broken body breaks that member, and in all else is its twin. */
function expectOneBreak(pet: NewPet, body: BrokenBody, broken: 'name' | 'categoryId' | 'status'): void {
  const value = parseJson(body.text);
  expect(invalidParts(value), body.text).toEqual([broken]);
  const twin = parseJson(newPetText(pet));
  if (!isJsonObject(value) || !isJsonObject(twin)) {
    throw new Error('no object');
  }
  const members = new Set([...Object.keys(value), ...Object.keys(twin)]);
  const differing = [...members].filter((name) => !jsonEquals(value[name], twin[name]));
  expect(differing, body.text).toEqual([broken]);
  expect(body.breaks).toMatch(new RegExp(`^${broken} is `));
}

describe('a valid body', () => {
  it('has nothing broken, and holds what it was made from', () => {
    fc.assert(
      fc.property(anyPet, (pet) => {
        expect(invalidParts(parseJson(newPetText(pet)))).toEqual([]);
        expect(parseJson(newPetText(pet, { colour: 'black' }))).toEqual({ ...pet, colour: 'black' });
      }),
    );
  });
});

describe('a broken body breaks exactly one thing', () => {
  it.each<[string, (pet: NewPet) => readonly BrokenBody[], 'name' | 'categoryId' | 'status']>([
    ['no name', (pet) => [withoutName(pet)], 'name'],
    ['no categoryId', (pet) => [withoutCategory(pet)], 'categoryId'],
    ['names of other types', wrongNameTypes, 'name'],
    ['categoryIds of other types', wrongCategoryTypes, 'categoryId'],
    ['other statuses', wrongStatuses, 'status'],
    [
      'categoryIds outside int64',
      (pet) => outsideInt64(pet.categoryId).map(({ literal, breaks }) => withCategory(pet, literal, breaks)),
      'categoryId',
    ],
  ])('%s', (_name, make, broken) => {
    fc.assert(
      fc.property(anyPet, (pet) => {
        const bodies = make(pet);
        for (const body of bodies) {
          expectOneBreak(pet, body, broken);
        }
        expect(new Set(bodies.map(({ breaks }) => breaks)).size).toBe(bodies.length);
      }),
      { numRuns: 50 },
    );
  });

  it.each<
    [
      string,
      (pet: NewPet, literal: string, breaks: string) => BrokenBody,
      fc.Arbitrary<string>,
      'name' | 'categoryId' | 'status',
    ]
  >([
    ['no string as name', withName, notString, 'name'],
    ['no integer as categoryId', withCategory, notInteger, 'categoryId'],
    ['an integer outside int64', withCategory, anyOutsideInt64.map(String), 'categoryId'],
    ['none of the three statuses', withStatus, notStatus, 'status'],
  ])('made at random: %s', (_name, make, literals, broken) => {
    fc.assert(
      fc.property(anyPet, literals, (pet, literal) => {
        expectOneBreak(pet, make(pet, literal, `${broken} is ${literal}`), broken);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['name', 'categoryId'] as const)('%s in other letter case, and nothing else', (missing) => {
    fc.assert(
      fc.property(anyPet, (pet) => {
        const { text } = inOtherCase(pet, missing);
        expect(invalidParts(parseJson(text)), text).toEqual([missing]);
        const written = `${missing.charAt(0).toUpperCase()}${missing.slice(1)}`;
        expect(text.replace(`"${written}":`, `"${missing}":`)).toBe(newPetText(pet));
      }),
    );
  });

  it('bodies that are no objects', () => {
    fc.assert(
      fc.property(anyPet, (pet) => {
        for (const { text } of notObjects(pet)) {
          expect(invalidParts(parseJson(text)), text).toEqual(['body']);
        }
      }),
    );
  });
});

describe('what is stored of a broken body all the same', () => {
  it('is recognised by its tag wherever the break leaves room for one', () => {
    const pet = newPet(`Rex ${tag}`, 7n, 'sold');
    const bodies = [
      withoutCategory(pet),
      ...wrongCategoryTypes(pet),
      ...wrongStatuses(pet),
      ...wrongNameTypes(pet).filter(({ breaks }) => /array|object/.test(breaks)),
    ];
    expect(bodies.filter(({ text }) => !text.includes(tag))).toEqual([]);
  });
});
