import { withStatus } from '../../../../src/arbitraries/broken-body.ts';
import { refusedBodies } from './body-case.ts';

/** Literals that are not strings. */
const otherTypes: readonly string[] = [
  ...['[]', '{}', '2', '-1', '0.0', '[null]', '["available","sold"]', '{"status":"sold"}', '{"sold":true}'],
];

/** Strings that are not a status, by the kind of service that accepts them. */
const strings: readonly string[] = [
  // Services that map, fold or drop Unicode characters.
  ...['\u017fold', '\uff53\uff4f\uff4c\uff44', 'ava\u0131lable', 's\u00f6ld', 'so\u00adld', 's\u043eld'],
  // White space, and characters that trimming treats as such.
  ...['sold\t', '\u00a0sold', '   ', 'sold\0'],
  // Prefixes of the words, and words around them.
  ...['avail', 's', 'availables', 'sold.', '"sold"', '[sold]', 'sold|pending'],
  // Synonyms, translations and statuses of other versions.
  ...['reserved', 'active', 'unknown', 'verkauft', 'all', 'true'],
  // Null literals of languages.
  ...['null', 'None'],
  // Names and indexes of enumerations.
  ...['PetStatus.sold', 'STATUS_SOLD', '0', '-1', '\ufeffsold', '\nsold'],
];

const literals = [...otherTypes, ...strings.map((text) => JSON.stringify(text))];

/** Unknown statuses. */
export const unknownStatuses = refusedBodies('create/unknown-status', literals, (literal, pet) =>
  withStatus(pet, literal, `status is ${visible(literal)}`),
);

/** Escapes characters that a report would not show. */
function visible(literal: string): string {
  return literal.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
