import { isLosslessNumber, LosslessNumber, type OnDuplicateKey, parse } from 'lossless-json';
import { parsed } from '../faults/creation-bodies.ts';
import {
  bodyText,
  hasOtherMember,
  isMembers,
  lenientBodies,
  refusing,
  withBody,
} from '../faults/decorations.ts';
import { around } from '../faults/fault.ts';
import type { Decoration } from '../parts.ts';
import { invalidBody, Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { refusingCreations, type VariantRows } from './variant.ts';

/** Accepts duplicate keys in a body, and keeps one value. */
function repeated(choose: OnDuplicateKey): Decoration {
  return around('readNewPet', (readNewPet) => (request) => {
    const text = bodyText(request);
    const body = parsed(text) === undefined ? null : parse(text, null, { onDuplicateKey: choose });
    return readNewPet(isMembers(body) ? withBody(request, writeJson(body)) : request);
  });
}

/** Refuses every category but one. */
function oneCategory(category: bigint): VariantRows[string] {
  return [
    refusingCreations(({ categoryId }) => categoryId !== category, invalidBody('There is no such category.')),
    [category],
  ];
}

/** The integer value of a literal with an exponent of up to three digits, or `null`. */
function integerOf(literal: string): bigint | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(literal) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(`${sign}${whole}${fraction}` || '0');
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift >= 0) {
    return digits * scale;
  }
  return digits % scale === 0n ? digits / scale : null;
}

/** Unusual but conforming parsers of a creation. */
export const readers: VariantRows = {
  // Any literal with an integer value is accepted as categoryId, such as 1e2, 7.00 and 50e-1.
  'numbers-read-by-value': lenientBodies((body) => {
    const category = body['categoryId'];
    const whole = isLosslessNumber(category) ? integerOf(category.value) : null;
    return whole === null ? body : { ...body, categoryId: new LosslessNumber(String(whole)) };
  }),
  'unknown-members-refused-first': refusing(
    'createPet',
    hasOtherMember,
    () => new Problem(422, 'unknown_member', 'The body has an unknown member.'),
  ),
  'byte-order-mark-refused': refusing(
    'createPet',
    ({ body }) => body?.[0] === 0xef,
    () => invalidBody('The body must begin with a brace.'),
  ),
  'first-of-repeated-members': repeated(({ oldValue }) => oldValue),
  'last-of-repeated-members': repeated(({ newValue }) => newValue),
  'names-of-visible-characters': refusingCreations(
    ({ name }) => /\p{C}/u.test(name),
    invalidBody('name must contain only visible characters.'),
  ),
  'one-category-beyond-2-53': oneCategory(2n ** 53n + 2n),
  'one-negative-category': oneCategory(-7n),
};
