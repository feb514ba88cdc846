import { expect, test } from 'vitest';
import { keyElsewhere, notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import { nameEdges } from '../../src/arbitraries/names.ts';
import { amounts } from '../../suites/plan.ts';
import type { RefusedCreation, RequirementId } from '../../suites/requirements.ts';
import { documents } from './documents.ts';

const key = 'eN4rLp8ZhXw6BtKq3DyVs9MjUc7G';
const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** How many names the key is sent under in each of the wrong places: parameters, fields, cookies. */
const [parameters, fields, cookies] = keyElsewhere(key).map(
  ({ description }) => description.split(', ').length,
);
const atNormal = (id: RefusedCreation): number => amounts[id].cases.normal;
const literals = [
  atNormal('create/wrong-name-type'),
  atNormal('create/wrong-category-type'),
  atNormal('create/unknown-status'),
].join(', ');

test.each<[RequirementId, string]>([
  ['auth/not-bearer', `${inWords[notBearer(key).length]} forms`],
  ['auth/unknown-key', `an invented key and ${inWords[unknownKeys(key).length - 1]} near misses`],
  ['auth/header-only', `${parameters} parameters, ${fields} fields, ${cookies} cookies and 3 members`],
  ['create/wrong-name-type', `${literals} and ${atNormal('create/body-not-object')} literals`],
  ['create/malformed-json', `${atNormal('create/malformed-json')} kinds`],
  ['create/text-exact', `${nameEdges.length} names`],
])('%s is tried as often as the document of blind spots says: %s', (id, amount) => {
  const rows = documents().get('docs/blind-spots.md')?.split('\n') ?? [];
  expect(rows.find((row) => row.startsWith(`| ${id}`))).toContain(`| ${amount}`);
});
