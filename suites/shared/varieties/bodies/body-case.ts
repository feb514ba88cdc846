import { type NewPet, newPetText } from '../../../../src/arbitraries/new-pet.ts';
import type { RefusedExample } from '../../refused-examples.ts';
import type { BadBody } from '../variety.ts';

/** The fault, and a function that breaks a valid body. The pet has a status, and its name is one word. */
export type BrokenText = readonly [breaks: string, text: (valid: string, pet: NewPet) => string];

/** The fault, and the JSON literal that replaces the member's value; it may use the digits of a valid category. */
export type BrokenLiteral = readonly [breaks: string, literal: string | ((digits: string) => string)];

/** One case per row, each with a body of its own. The tag in its name identifies an animal that was stored anyway. */
export function refusedBodies<Row>(
  requirement: BadBody['requirement'],
  rows: readonly Row[],
  make: (row: Row, pet: NewPet) => RefusedExample,
): BadBody[] {
  return rows.map((row) => ({ kind: 'body', requirement, make: (pet) => make(row, pet) }));
}

/** The same for malformed JSON. A user's name may contain commas and colons, so it is inserted last. */
export function malformedBodies(rows: readonly BrokenText[]): BadBody[] {
  return refusedBodies('create/malformed-json', rows, ([breaks, text], pet) => {
    const plain: NewPet = { name: placeOfName, categoryId: pet.categoryId, status: pet.status ?? 'pending' };
    const name = JSON.stringify(pet.name).slice(1, -1);
    return { text: text(newPetText(plain), plain).replaceAll(placeOfName, () => name), breaks };
  });
}

const placeOfName = 'placeOfName';

/** The literal of a row for the category of a pet. */
export function literalOf([, literal]: BrokenLiteral, { categoryId }: NewPet): string {
  return typeof literal === 'string' ? literal : literal(categoryId.toString());
}

/** Converts digits to another script, given the code point of its zero. */
export function inDigits(digits: string, zero: number): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** The number without its sign. */
export function magnitude(digits: string): bigint {
  return BigInt(digits.replace('-', ''));
}
