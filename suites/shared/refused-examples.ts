import type fc from 'fast-check';
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
import { anyMalformedJson, malformedJson } from '../../src/arbitraries/malformed-json.ts';
import { type NewPet, newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { amounts, type ByEffort } from '../plan.ts';
import type { RequirementId } from '../requirements.ts';

/** A creation that must return 400, and the header fields that differ from the usual ones. */
export interface RefusedExample extends BrokenBody {
  readonly accept?: '*/*';
  readonly contentTypes?: readonly string[];
}

/** The examples of a requirement that refuses creations. */
export interface RefusedExamples {
  /** Hand-written ones, the most effective first: those that most lenient services accept. */
  readonly make: (pet: NewPet) => readonly RefusedExample[];
  /** Generates further ones. */
  readonly generate?: (pet: NewPet) => fc.Arbitrary<RefusedExample>;
  /** The minimum number of hand-written ones to send. */
  readonly count: ByEffort<number>;
}

/** Media types that are not `application/json`. */
const otherMediaTypes: readonly (readonly [types: readonly string[], breaks: string])[] = [
  // Accepted by services that compare only the beginning, or accept any `+json`.
  [['application/json-patch+json'], 'Content-Type is application/json-patch+json'],
  [[], 'Content-Type is missing'],
  [['text/plain'], 'Content-Type is text/plain'],
  [['application/x-www-form-urlencoded'], 'Content-Type is application/x-www-form-urlencoded'],
  [['application/octet-stream'], 'Content-Type is application/octet-stream'],
  [['text/json'], 'Content-Type is text/json'],
  [['multipart/form-data; boundary=x'], 'Content-Type is multipart/form-data'],
  // Accepted by services that compare media types as media ranges.
  [['*/*'], 'Content-Type is */*'],
  [['application/vnd.api+json'], 'Content-Type is application/vnd.api+json'],
  [['application/jsonp'], 'Content-Type is application/jsonp'],
  [['application/xml'], 'Content-Type is application/xml'],
];

/** Go's encoding/json accepts `CategoryId`. Mappers between camel case and snake case accept `category_id`. */
function categoryInOtherSpellings(pet: NewPet): RefusedExample {
  const { text } = inOtherCase(pet, 'categoryId');
  return {
    text: text.replace('"CategoryId":', `"category_id":${pet.categoryId},"CategoryId":`),
    breaks: 'categoryId is named category_id and CategoryId',
  };
}

/** Generates bodies with another literal as the value of a member. */
function replacing(literals: fc.Arbitrary<string>, put: typeof withName, member: string) {
  return (pet: NewPet): fc.Arbitrary<BrokenBody> =>
    literals.map((literal) => put(pet, literal, `${member} is ${literal.slice(0, 60)}`));
}

/** The examples of every requirement that refuses creations. */
export const refusedExamples = {
  'create/missing-name': {
    make: (pet) => [
      // A service that does not require a name accepts this one too.
      {
        text: newPetText(pet).replace('"name"', '"title"'),
        breaks: 'name is missing and an unknown field is there',
      },
      { text: '{}', breaks: 'everything is missing', accept: '*/*', isEffective: true },
      withoutName(pet),
      inOtherCase(newPet(pet.name, pet.categoryId, undefined), 'name'),
    ],
    count: amounts['create/missing-name'].cases,
  },
  'create/missing-category': {
    make: (pet) => [
      withoutCategory(pet),
      categoryInOtherSpellings(newPet(pet.name, pet.categoryId, undefined)),
      inOtherCase(newPet(pet.name, pet.categoryId, undefined), 'categoryId'),
      {
        text: newPetText(pet).replace('"categoryId"', '"breed"'),
        breaks: 'categoryId is missing and an unknown field is there',
      },
    ],
    count: amounts['create/missing-category'].cases,
  },
  'create/wrong-name-type': {
    make: wrongNameTypes,
    generate: replacing(notString, withName, 'name'),
    count: amounts['create/wrong-name-type'].cases,
  },
  'create/wrong-category-type': {
    make: wrongCategoryTypes,
    generate: replacing(notInteger, withCategory, 'categoryId'),
    count: amounts['create/wrong-category-type'].cases,
  },
  'create/category-out-of-range': {
    make: (pet) =>
      outsideInt64(pet.categoryId).map(({ literal, breaks }) => withCategory(pet, literal, breaks)),
    generate: (pet) =>
      anyOutsideInt64.map((category) =>
        withCategory(pet, `${category}`, `categoryId is ${category}, outside int64`),
      ),
    count: amounts['create/category-out-of-range'].cases,
  },
  'create/unknown-status': {
    make: wrongStatuses,
    generate: replacing(notStatus, withStatus, 'status'),
    count: amounts['create/unknown-status'].cases,
  },
  'create/body-not-object': { make: notObjects, count: amounts['create/body-not-object'].cases },
  'create/malformed-json': {
    make: malformedJson,
    generate: anyMalformedJson,
    count: amounts['create/malformed-json'].cases,
  },
  'create/content-type-required': {
    make: (pet) =>
      otherMediaTypes.map(([contentTypes, breaks]) => ({ text: newPetText(pet), breaks, contentTypes })),
    count: amounts['create/content-type-required'].cases,
  },
} as const satisfies Readonly<Partial<Record<RequirementId, RefusedExamples>>>;
