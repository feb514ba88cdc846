import type { NewPet } from '../../../../src/arbitraries/new-pet.ts';
import { type JsonObject, writeJson } from '../../../../src/json/exact-json.ts';
import { refusedBodies } from './body-case.ts';

/** Where the value stands in place of the member, which is missing. */
type Elsewhere = readonly [where: string, members: (pet: NewPet) => JsonObject];

/** Names that a mapper may take for `name`. */
const otherNames: readonly string[] = [...['NAME', 'petName', '_name', 'label', 'pet[name]']];

/** Names that a mapper may take for `categoryId`. */
const otherCategoryIds: readonly string[] = [
  ...['category', 'CATEGORYID', 'categoryid', 'categoryID', 'category.id'],
  ...['categoryId ', '@categoryId', 'category[id]'],
];

/** Objects, arrays and texts that hold all of the members, around them. */
const envelopes: readonly Elsewhere[] = [
  ['the body is in a member pet', (pet) => ({ pet: { ...pet } })],
  ['the body is in a member data', (pet) => ({ data: { ...pet } })],
  ['the body is in data and attributes', (pet) => ({ data: { type: 'pets', attributes: { ...pet } } })],
  ['the body is in an array pets', (pet) => ({ pets: [{ ...pet }] })],
  ['the body is text in a member pet', (pet) => ({ pet: writeJson({ ...pet }) })],
];

const categoriesElsewhere: readonly Elsewhere[] = [
  [
    'categoryId is missing and stands in category as id',
    ({ categoryId, ...others }) => ({ ...others, category: { id: categoryId } }),
  ],
  [
    'categoryId is missing and stands in attributes',
    ({ categoryId, ...others }) => ({ ...others, attributes: { categoryId } }),
  ],
];

function renamed(member: 'name' | 'categoryId', names: readonly string[]): Elsewhere[] {
  return names.map((name) => [
    `${member} is missing and ${JSON.stringify(name)} is there`,
    ({ [member]: value, ...others }) => ({ [name]: value, ...others }),
  ]);
}

/** JSON has no member but the one of exactly that name (RFC 8259 section 8.3). */
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
