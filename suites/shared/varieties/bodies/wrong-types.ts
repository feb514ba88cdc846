import { withCategory, withName } from '../../../../src/arbitraries/broken-body.ts';
import { type NewPet, newPetText } from '../../../../src/arbitraries/new-pet.ts';
import { type BrokenLiteral, inDigits, literalOf, magnitude, refusedBodies } from './body-case.ts';

/** Texts that readers of one language or other make the number of. */
const textsOfNumbers: readonly (readonly [notation: string, write: (digits: string) => string])[] = [
  ['a plus in front', (digits) => `+${digits}`],
  ['a blank in front', (digits) => ` ${digits}`],
  ['a line break behind', (digits) => `${digits}\n`],
  ['a non-breaking space in front', (digits) => `\u00a0${digits}`],
  ['a fraction of zero', (digits) => `${digits}.0`],
  ['an exponent', (digits) => `${digits}e0`],
  ['zeros in front', (digits) => `00${digits}`],
  ['words behind', (digits) => `${digits} dogs`],
  ['an L behind', (digits) => `${digits}L`],
  ['an underscore', (digits) => `0_${digits}`],
  ['hexadecimal digits', (digits) => `0x${magnitude(digits).toString(16)}`],
  ['full-width digits', (digits) => inDigits(digits, 0xff10)],
  ['Arabic digits', (digits) => inDigits(digits, 0x0660)],
  ['a fraction', (digits) => `${digits}.50`],
  ['a blank behind', (digits) => `${digits} `],
];

const categories: readonly BrokenLiteral[] = [
  ['an empty array', '[]'],
  ['an empty object', '{}'],
  ['a blank', '" "'],
  ['an array of a string', (digits) => `["${digits}"]`],
  ['an object with a value', (digits) => `{"value":${digits}}`],
  ['an object as a database writes such numbers', (digits) => `{"$numberLong":"${digits}"}`],
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

/** Where it can, the value holds the name, and with it the tag. An empty string is a name, and is left out. */
const names: readonly (readonly [what: string, literal: (name: string) => string])[] = [
  ['zero', () => '0'],
  ['an empty array', () => '[]'],
  ['an empty object', () => '{}'],
  ['a fraction', () => '1.5'],
  ['an array of two', (name) => `[${name},"II"]`],
  ['an object with a value', (name) => `{"value":${name}}`],
  ['an object with itself in it', (name) => `{"name":${name}}`],
  ['an object by languages', (name) => `{"en":${name}}`],
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

/** categoryIds that are no number. */
export const wrongCategoryTypes = refusedBodies('create/wrong-category-type', categories, (row, pet) =>
  withCategory(pet, literalOf(row, pet), `categoryId is ${row[0]}`),
);

/** Names that are no string, and bodies that are no object. */
export const otherWrongTypes = [
  ...refusedBodies('create/wrong-name-type', names, ([what, literal], pet) =>
    withName(pet, literal(JSON.stringify(pet.name)), `name is ${what}`),
  ),
  ...refusedBodies('create/body-not-object', notObjects, ([breaks, text], pet) => ({
    text: text(newPetText(pet), pet),
    breaks,
  })),
];
