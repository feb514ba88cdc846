import { withStatus } from '../../../../src/arbitraries/broken-body.ts';
import { refusedBodies } from './body-case.ts';

/** Literals that are no string. */
const otherTypes: readonly string[] = [
  ...['[]', '{}', '2', '-1', '0.0', '[null]', '["available","sold"]', '{"status":"sold"}', '{"sold":true}'],
];

/** Strings that are none of the three, by whom they are taken for one. */
const strings: readonly string[] = [
  // What maps, folds or leaves out characters of Unicode.
  ...['\u017fold', '\uff53\uff4f\uff4c\uff44', 'ava\u0131lable', 's\u00f6ld', 'so\u00adld', 's\u043eld'],
  // White space, and what trimming takes for that.
  ...['sold\t', '\u00a0sold', '   ', 'sold\0'],
  // Parts of the words, and more than they are.
  ...['avail', 's', 'availables', 'sold.', '"sold"', '[sold]', 'sold|pending'],
  // Synonyms, translations, and what other versions of such services have.
  ...['reserved', 'active', 'unknown', 'verkauft', 'all', 'true'],
  // What languages write for nothing.
  ...['null', 'None'],
  // As enumerations and their places are written.
  ...['PetStatus.sold', 'STATUS_SOLD', '0', '-1', '\ufeffsold', '\nsold'],
];

const literals = [...otherTypes, ...strings.map((text) => JSON.stringify(text))];

/** Statuses that are none of the three. */
export const unknownStatuses = refusedBodies('create/unknown-status', literals, (literal, pet) =>
  withStatus(pet, literal, `status is ${visible(literal)}`),
);

/** Characters that nobody sees in a report, as JSON escapes them. */
function visible(literal: string): string {
  return literal.replace(
    /[^ -~]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
