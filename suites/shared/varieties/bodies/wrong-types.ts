import { withCategory, withName } from '../../../../src/arbitraries/broken-body.ts';
import { type NewPet, newPetText } from '../../../../src/arbitraries/new-pet.ts';
import { type BrokenLiteral, inDigits, literalOf, magnitude, refusedBodies } from './body-case.ts';

/** Strings that parsers of some language read as the number. */
const textsOfNumbers: readonly (readonly [notation: string, write: (digits: string) => string])[] = [
  ['a leading plus', (digits) => `+${digits}`],
  ['a leading space', (digits) => ` ${digits}`],
  ['a trailing line break', (digits) => `${digits}\n`],
  ['a leading non-breaking space', (digits) => `\u00a0${digits}`],
  ['a zero fraction', (digits) => `${digits}.0`],
  ['an exponent', (digits) => `${digits}e0`],
  ['leading zeros', (digits) => `00${digits}`],
  ['trailing words', (digits) => `${digits} dogs`],
  ['an L suffix', (digits) => `${digits}L`],
  ['an underscore', (digits) => `0_${digits}`],
  ['hexadecimal digits', (digits) => `0x${magnitude(digits).toString(16)}`],
  ['full-width digits', (digits) => inDigits(digits, 0xff10)],
  ['Arabic digits', (digits) => inDigits(digits, 0x0660)],
  ['a fraction', (digits) => `${digits}.50`],
  ['a trailing space', (digits) => `${digits} `],
];

const categories: readonly BrokenLiteral[] = [
  ['an empty array', '[]'],
  ['an empty object', '{}'],
  ['a space', '" "'],
  ['an array with one string', (digits) => `["${digits}"]`],
  ['an object with a member value', (digits) => `{"value":${digits}}`],
  ['an int64 of MongoDB Extended JSON', (digits) => `{"$numberLong":"${digits}"}`],
  ['the string true', '"true"'],
  ['the string NaN', '"NaN"'],
  ['a date', '"2026-01-01"'],
  ...textsOfNumbers.map(
    ([notation, write]): BrokenLiteral => [
      `a string of digits with ${notation}`,
      (digits) => JSON.stringify(write(digits)),
    ],
  ),
];

/** Values that contain the name, and with it the tag, where possible. An empty string is a valid name. */
const names: readonly (readonly [what: string, literal: (name: string) => string])[] = [
  ['zero', () => '0'],
  ['an empty array', () => '[]'],
  ['an empty object', () => '{}'],
  ['a fraction', () => '1.5'],
  ['an array of two strings', (name) => `[${name},"II"]`],
  ['an object with a member value', (name) => `{"value":${name}}`],
  ['an object with a member name', (name) => `{"name":${name}}`],
  ['an object with a name per language', (name) => `{"en":${name}}`],
];

const notObjects: readonly (readonly [breaks: string, text: (valid: string, pet: NewPet) => string])[] = [
  ['the body is zero', () => '0'],
  ['the body is an empty string', () => '""'],
  ['the body is an array of two objects', (valid) => `[${valid},${valid}]`],
  [
    'the body is an array of pairs',
    (_, { name, categoryId }) => `[["name",${JSON.stringify(name)}],["categoryId",${categoryId}]]`,
  ],
  ['the body is an array of an empty object', () => '[{}]'],
];

/** categoryIds that are not numbers. */
export const wrongCategoryTypes = refusedBodies('create/wrong-category-type', categories, (row, pet) =>
  withCategory(pet, literalOf(row, pet), `categoryId is ${row[0]}`),
);

/** Names that are not strings, and bodies that are not objects. */
export const otherWrongTypes = [
  ...refusedBodies('create/wrong-name-type', names, ([what, literal], pet) =>
    withName(pet, literal(JSON.stringify(pet.name)), `name is ${what}`),
  ),
  ...refusedBodies('create/body-not-object', notObjects, ([breaks, text], pet) => ({
    text: text(newPetText(pet), pet),
    breaks,
  })),
];
