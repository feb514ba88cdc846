import { isLosslessNumber, LosslessNumber, type OnDuplicateKey, parse } from 'lossless-json';
import { parsed } from '../faults/creation-bodies.ts';
import { bodyText, hasOtherMember, isMembers, lenientBodies, withBody } from '../faults/decorations.ts';
import { invalidBody, Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { refusingCreations, type Variant, variant } from './variant.ts';

/** Accepts duplicate keys in a body, and keeps one value. */
function repeated(name: string, description: string, choose: OnDuplicateKey): Variant {
  return variant(name, description, ({ readNewPet }) => ({
    readNewPet(request) {
      const text = bodyText(request);
      const body = parsed(text) === undefined ? null : parse(text, null, { onDuplicateKey: choose });
      return readNewPet(isMembers(body) ? withBody(request, writeJson(body)) : request);
    },
  }));
}

/** Refuses every category but one. */
function oneCategory(name: string, category: bigint): Variant {
  return variant(
    name,
    `Only category ${category} exists; other ones are rejected.`,
    refusingCreations(({ categoryId }) => categoryId !== category, invalidBody('There is no such category.')),
    [category],
  );
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
export const readers: readonly Variant[] = [
  variant(
    'numbers-read-by-value',
    'Any literal with an integer value is accepted as categoryId, such as 1e2, 7.00 and 50e-1.',
    lenientBodies((body) => {
      const category = body['categoryId'];
      const whole = isLosslessNumber(category) ? integerOf(category.value) : null;
      return whole === null ? body : { ...body, categoryId: new LosslessNumber(String(whole)) };
    }),
  ),
  variant(
    'unknown-members-refused-first',
    'A creation with an unknown member returns 422 before other checks of its body.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        if (hasOtherMember(request)) {
          throw new Problem(422, 'unknown_member', 'The body has an unknown member.');
        }
        return readNewPet(request);
      },
    }),
  ),
  variant(
    'byte-order-mark-refused',
    'A body that begins with a byte order mark is rejected.',
    ({ readNewPet }) => ({
      readNewPet(request) {
        if (request.body?.[0] === 0xef) {
          throw invalidBody('The body must begin with a brace.');
        }
        return readNewPet(request);
      },
    }),
  ),
  repeated(
    'first-of-repeated-members',
    'The first value of a duplicate key counts.',
    ({ oldValue }) => oldValue,
  ),
  repeated(
    'last-of-repeated-members',
    'The last value of a duplicate key counts.',
    ({ newValue }) => newValue,
  ),
  variant(
    'names-of-visible-characters',
    'Names with control, format or private-use characters, or lone surrogates, are rejected.',
    refusingCreations(
      ({ name }) => /\p{C}/u.test(name),
      invalidBody('name must contain only visible characters.'),
    ),
  ),
  oneCategory('one-category-beyond-2-53', 2n ** 53n + 2n),
  oneCategory('one-negative-category', -7n),
];
