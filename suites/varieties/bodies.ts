import { jsonStructures } from './bodies/json-structure.ts';
import { jsonTokens } from './bodies/json-tokens.ts';
import { otherMediaTypes } from './bodies/media-types.ts';
import { missingMembers } from './bodies/missing-members.ts';
import { wrongNumbers } from './bodies/numbers.ts';
import { unknownStatuses } from './bodies/statuses.ts';
import { otherWrongTypes, wrongCategoryTypes } from './bodies/wrong-types.ts';
import type { BadBody } from './variety.ts';

/** Families of mistakes in reading the body of a creation. */
export const bodyFamilies: readonly (readonly BadBody[])[] = [
  jsonStructures,
  jsonTokens,
  missingMembers,
  wrongCategoryTypes,
  otherWrongTypes,
  wrongNumbers,
  unknownStatuses,
  otherMediaTypes,
];
