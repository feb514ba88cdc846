import type { NewPet } from '../../../../src/arbitraries/new-pet.ts';
import { type JsonObject, writeJson } from '../../../../src/json/exact-json.ts';
import { refusedBodies } from './body-case.ts';

/** A description of where the value is instead of the missing member, and the members of that body. */
type Elsewhere = readonly [where: string, members: (pet: NewPet) => JsonObject];

/** Names that a mapper may take for `name`. */
const otherNames: readonly string[] = [...['NAME', 'petName', '_name', 'label', 'pet[name]']];

/** Names that a mapper may take for `categoryId`. */
const otherCategoryIds: readonly string[] = [
  ...['category', 'CATEGORYID', 'categoryid', 'categoryID', 'category.id'],
  ...['categoryId ', '@categoryId', 'category[id]'],
];

/** Objects, arrays and strings that contain the whole pet. */
const envelopes: readonly Elsewhere[] = [
  ['the body is in a member pet', (pet) => ({ pet: { ...pet } })],
  ['the body is in a member data', (pet) => ({ data: { ...pet } })],
  ['the body is in data and attributes', (pet) => ({ data: { type: 'pets', attributes: { ...pet } } })],
  ['the body is in an array pets', (pet) => ({ pets: [{ ...pet }] })],
  ['the body is a string in a member pet', (pet) => ({ pet: writeJson({ ...pet }) })],
];

const categoriesElsewhere: readonly Elsewhere[] = [
  [
    'categoryId is nested as category.id',
    ({ categoryId, ...others }) => ({ ...others, category: { id: categoryId } }),
  ],
  [
    'categoryId is nested in attributes',
    ({ categoryId, ...others }) => ({ ...others, attributes: { categoryId } }),
  ],
];

function renamed(member: 'name' | 'categoryId', names: readonly string[]): Elsewhere[] {
  return names.map((name) => [
    `${member} is named ${JSON.stringify(name)}`,
    ({ [member]: value, ...others }) => ({ [name]: value, ...others }),
  ]);
}

/** Bodies without a required member: names of members match only exactly (RFC 8259 section 8.3). */
export const missingMembers = [
  ...refusedBodies(
    'create/missing-category',
    [...renamed('categoryId', otherCategoryIds), ...categoriesElsewhere],
    ([breaks, members], pet) => ({ text: writeJson(members(pet)), breaks }),
  ),
  ...refusedBodies(
    'create/missing-name',
    [...envelopes, ...renamed('name', otherNames)],
    ([breaks, members], pet) => ({ text: writeJson(members(pet)), breaks }),
  ),
];
