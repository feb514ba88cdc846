import fc from 'fast-check';
import { describe } from 'vitest';
import {
  type BrokenBody,
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
} from '../src/arbitraries/broken-body.ts';
import { anyOutsideInt64, outsideInt64 } from '../src/arbitraries/int64.ts';
import { anyMalformedJson, malformedJson } from '../src/arbitraries/malformed-json.ts';
import { type NewPet, newPet, newPetText } from '../src/arbitraries/new-pet.ts';
import type { Amounts, Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { freshCases, refusesBody } from './shared/refusals.ts';

/** Every hand-made case that the effort allows, then generated ones. */
function refusesAll(
  check: Check,
  make: (pet: NewPet) => readonly BrokenBody[],
  edgeCount: Amounts,
  generate: (pet: NewPet) => fc.Arbitrary<BrokenBody>,
  generatedCount: Amounts,
): Promise<void> {
  const arbitrary = fc
    .constant(null)
    .map(() => check.plainPet('pending'))
    .chain(generate);
  return forExamples(
    check,
    { edges: freshCases(check, make), edgeCount, arbitrary, generatedCount },
    (body) => refusesBody(check, body),
  );
}

/** Media types that are not `application/json`; none at all comes first. */
const otherMediaTypes: readonly (readonly [types: readonly string[], breaks: string])[] = [
  [[], 'Content-Type is missing'],
  [['text/plain'], 'Content-Type is text/plain'],
  [['application/x-www-form-urlencoded'], 'Content-Type is application/x-www-form-urlencoded'],
  [['application/octet-stream'], 'Content-Type is application/octet-stream'],
  [['text/json'], 'Content-Type is text/json'],
  [['multipart/form-data; boundary=x'], 'Content-Type is multipart/form-data'],
  [['application/vnd.api+json'], 'Content-Type is application/vnd.api+json'],
  [['application/jsonp'], 'Content-Type is application/jsonp'],
  [['application/xml'], 'Content-Type is application/xml'],
];

describe('refused creations', () => {
  requirement('create/missing-name', async (check) => {
    const cases = freshCases(check, (pet) => [
      withoutName(pet),
      withoutName(newPet(pet.name, pet.categoryId, undefined)),
      { text: '{}', breaks: 'everything is missing', accept: '*/*' as const },
      {
        text: newPetText(pet).replace('"name"', '"title"'),
        breaks: 'name is missing and an unknown field is there',
      },
    ]);
    await forExamples(check, { edges: cases, edgeCount: { smoke: 1, normal: 4, thorough: 4 } }, (body) =>
      refusesBody(check, body),
    );
  });

  requirement('create/missing-category', async (check) => {
    const cases = freshCases(check, (pet) => [
      withoutCategory(pet),
      withoutCategory(newPet(pet.name, pet.categoryId, undefined)),
      {
        text: newPetText(pet).replace('"categoryId"', '"breed"'),
        breaks: 'categoryId is missing and an unknown field is there',
      },
    ]);
    await forExamples(check, { edges: cases, edgeCount: { smoke: 1, normal: 2, thorough: 3 } }, (body) =>
      refusesBody(check, body),
    );
  });

  requirement('create/wrong-name-type', (check) =>
    refusesAll(
      check,
      wrongNameTypes,
      { smoke: 1, normal: 6, thorough: 6 },
      (pet) => notString.map((literal) => withName(pet, literal, `name is ${literal.slice(0, 60)}`)),
      { smoke: 0, normal: 0, thorough: 250 },
    ),
  );

  requirement('create/wrong-category-type', (check) =>
    refusesAll(
      check,
      wrongCategoryTypes,
      { smoke: 1, normal: 8, thorough: 10 },
      (pet) =>
        notInteger.map((literal) => withCategory(pet, literal, `categoryId is ${literal.slice(0, 60)}`)),
      { smoke: 0, normal: 0, thorough: 350 },
    ),
  );

  requirement('create/category-out-of-range', (check) =>
    refusesAll(
      check,
      (pet) => outsideInt64(pet.categoryId).map(({ literal, breaks }) => withCategory(pet, literal, breaks)),
      { smoke: 1, normal: 4, thorough: 5 },
      (pet) =>
        anyOutsideInt64.map((category) =>
          withCategory(pet, category.toString(), `categoryId is ${category}, outside int64`),
        ),
      { smoke: 0, normal: 0, thorough: 250 },
    ),
  );

  requirement('create/unknown-status', (check) =>
    refusesAll(
      check,
      wrongStatuses,
      { smoke: 1, normal: 9, thorough: 17 },
      (pet) => notStatus.map((literal) => withStatus(pet, literal, `status is ${literal.slice(0, 60)}`)),
      { smoke: 0, normal: 0, thorough: 350 },
    ),
  );

  requirement('create/body-not-object', async (check) => {
    await forExamples(
      check,
      { edges: freshCases(check, notObjects), edgeCount: { smoke: 1, normal: 5, thorough: 7 } },
      (body) => refusesBody(check, body),
    );
  });

  requirement('create/malformed-json', (check) =>
    refusesAll(check, malformedJson, { smoke: 1, normal: 12, thorough: 17 }, anyMalformedJson, {
      smoke: 0,
      normal: 0,
      thorough: 500,
    }),
  );

  requirement('create/content-type-required', async (check) => {
    await forExamples(
      check,
      { edges: otherMediaTypes, edgeCount: { smoke: 2, normal: 8, thorough: 9 } },
      async ([types, breaks]) => {
        await refusesBody(check, { text: newPetText(check.plainPet('pending')), breaks }, types);
      },
    );
  });
});
