import { newPet } from '../../../src/arbitraries/new-pet.ts';
import { type RefusedExample, type RefusedExamples, refusedExamples } from '../refused-examples.ts';
import { jsonStructures } from './bodies/json-structure.ts';
import { jsonTokens } from './bodies/json-tokens.ts';
import { otherMediaTypes } from './bodies/media-types.ts';
import { missingMembers } from './bodies/missing-members.ts';
import { wrongNumbers } from './bodies/numbers.ts';
import { unknownStatuses } from './bodies/statuses.ts';
import { otherWrongTypes, wrongCategoryTypes } from './bodies/wrong-types.ts';
import type { BadBody } from './variety.ts';

/** The examples of a requirement that a run of 300 requests omits. */
function furtherExamples(requirement: keyof typeof refusedExamples): BadBody[] {
  const { make, count }: RefusedExamples = refusedExamples[requirement];
  const places = Array.from(make(newPet('Rex', 1n, 'sold')).keys()).slice(count.normal);
  return places.map((place) => ({ kind: 'body', requirement, make: (pet) => exampleAt(make(pet), place) }));
}

function exampleAt(examples: readonly RefusedExample[], place: number): RefusedExample {
  const example = examples[place] ?? examples.at(-1);
  if (example === undefined) {
    throw new TypeError('a requirement with refused creations has no example');
  }
  return example;
}

/** Cases by the parsing mistake that they detect, the least useful last: a run that is short of requests skips those. */
export const bodyFamilies: readonly (readonly BadBody[])[] = [
  [
    ...furtherExamples('create/malformed-json'),
    ...furtherExamples('create/missing-category'),
    ...furtherExamples('create/wrong-category-type'),
    ...furtherExamples('create/category-out-of-range'),
    ...furtherExamples('create/unknown-status'),
    ...furtherExamples('create/body-not-object'),
    ...furtherExamples('create/content-type-required'),
  ],
  jsonStructures,
  jsonTokens,
  missingMembers,
  wrongCategoryTypes,
  otherWrongTypes,
  wrongNumbers,
  unknownStatuses,
  otherMediaTypes,
];
