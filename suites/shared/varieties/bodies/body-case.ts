import { type NewPet, newPetText } from '../../../../src/arbitraries/new-pet.ts';
import type { RefusedExample } from '../../refused-examples.ts';
import type { BadBody } from '../variety.ts';

/** What is broken, and the text that a valid body becomes: of a pet whose name is one word and that has a status. */
export type BrokenText = readonly [breaks: string, text: (valid: string, pet: NewPet) => string];

/** What is broken, and the JSON literal in place of the member's value; digits are those of a category that works. */
export type BrokenLiteral = readonly [breaks: string, literal: string | ((digits: string) => string)];

/** One case a row, each made from a body of its own: what is stored all the same is recognised by its tag. */
export function refusedBodies<Row>(
  requirement: BadBody['requirement'],
  rows: readonly Row[],
  make: (row: Row, pet: NewPet) => RefusedExample,
): BadBody[] {
  return rows.map((row) => ({ kind: 'body', requirement, make: (pet) => make(row, pet) }));
}

/** The same for bodies that are no JSON. A name that a user chose may hold commas and colons: it is put in last. */
export function malformedBodies(rows: readonly BrokenText[]): BadBody[] {
  return refusedBodies('create/malformed-json', rows, ([breaks, text], pet) => {
    const plain: NewPet = { name: placeOfName, categoryId: pet.categoryId, status: pet.status ?? 'pending' };
    const name = JSON.stringify(pet.name).slice(1, -1);
    return { text: text(newPetText(plain), plain).replaceAll(placeOfName, () => name), breaks };
  });
}

const placeOfName = 'placeOfName';

/** The literal of a row, for that category. */
export function literalOf([, literal]: BrokenLiteral, { categoryId }: NewPet): string {
  return typeof literal === 'string' ? literal : literal(categoryId.toString());
}

/** Digits of another script than Latin, by the code point of its zero. */
export function inDigits(digits: string, zero: number): string {
  return digits.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** The number without its sign. */
export function magnitude(digits: string): bigint {
  return BigInt(digits.replace('-', ''));
}
