import fc from 'fast-check';
import { type NewPet, newPetText, petStatuses } from './new-pet.ts';

/** The body of a creation with one fault, which must return 400 (section "Add an animal"). */
export interface BrokenBody {
  /** Whether it detects several faults, so that it precedes the other examples. */
  readonly isEffective?: boolean;
  readonly text: string;
  /** The fault. */
  readonly breaks: string;
}

/** Deeper than converters that call themselves for each level get; parsers get that far. */
const nestedDeeply = 2_000;

function member(name: string, literal: string): string {
  return `${JSON.stringify(name)}:${literal}`;
}

function bodyOf(
  pet: NewPet,
  replaced: Partial<Record<'name' | 'categoryId' | 'status', string | null>>,
): string {
  const literals: Record<string, string | null> = {
    name: JSON.stringify(pet.name),
    categoryId: pet.categoryId.toString(),
    status: pet.status === undefined ? null : JSON.stringify(pet.status),
    ...replaced,
  };
  const members = Object.entries(literals).flatMap(([name, literal]) =>
    literal === null ? [] : [member(name, literal)],
  );
  return `{${members.join(',')}}`;
}

/** The body without its name. */
export function withoutName(pet: NewPet): BrokenBody {
  return { text: bodyOf(pet, { name: null }), breaks: 'name is missing' };
}

/** The body without its categoryId. */
export function withoutCategory(pet: NewPet): BrokenBody {
  return { text: bodyOf(pet, { categoryId: null }), breaks: 'categoryId is missing' };
}

/** The body with one of its members written in other letter case: JSON has no such member (RFC 8259 section 8.3). */
export function inOtherCase(pet: NewPet, missing: 'name' | 'categoryId'): BrokenBody {
  const written = missing.charAt(0).toUpperCase() + missing.slice(1);
  return {
    text: newPetText(pet).replace(`"${missing}":`, `"${written}":`),
    breaks: `${missing} is missing and ${written} is there`,
  };
}

/** The body with another JSON literal as its name. */
export function withName(pet: NewPet, literal: string, breaks: string): BrokenBody {
  return { text: bodyOf(pet, { name: literal }), breaks };
}

/** The body with another JSON literal as its categoryId. */
export function withCategory(pet: NewPet, literal: string, breaks: string): BrokenBody {
  return { text: bodyOf(pet, { categoryId: literal }), breaks };
}

/** The body with another JSON literal as its status. */
export function withStatus(pet: NewPet, literal: string, breaks: string): BrokenBody {
  return { text: bodyOf(pet, { status: literal }), breaks };
}

/** Names of every wrong JSON type. Where it can, the value holds the tag, so that a stored one is recognised. */
export function wrongNameTypes(pet: NewPet): readonly BrokenBody[] {
  const text = JSON.stringify(pet.name);
  return [
    // What is looked at only where it is true in a condition lets false through, and what takes any value so does.
    withName(pet, 'false', 'name is false'),
    // In a valid creation the arrays could be stored, and break every list.
    withName(
      pet,
      `{"first":${text},"others":${'['.repeat(nestedDeeply)}${']'.repeat(nestedDeeply)}}`,
      `name is an object that holds ${nestedDeeply} arrays within one another`,
    ),
    withName(pet, '12345', 'name is a number'),
    withName(pet, 'null', 'name is null'),
    withName(pet, 'true', 'name is a boolean'),
    withName(pet, `[${text}]`, 'name is an array'),
  ];
}

/**
 * categoryIds of every wrong JSON type, numeric strings and true fractions among them. None that vanishes in a double:
 * readers may limit precision (RFC 8259 section 6).
 */
export function wrongCategoryTypes(pet: NewPet): readonly BrokenBody[] {
  const digits = pet.categoryId.toString();
  const fraction = Number.isInteger(Number(`${digits}.5`)) ? '1.5' : `${digits}.5`;
  return [
    withCategory(pet, fraction, 'categoryId is a fraction'),
    withCategory(pet, `"${digits}"`, 'categoryId is a string of digits'),
    withCategory(pet, 'null', 'categoryId is null'),
    withCategory(pet, 'true', 'categoryId is a boolean'),
    withCategory(pet, `[${digits}]`, 'categoryId is an array'),
    withCategory(pet, `{"id":${digits}}`, 'categoryId is an object'),
    withCategory(pet, '""', 'categoryId is an empty string'),
    withCategory(pet, '"dogs"', 'categoryId is a word'),
    withCategory(pet, 'false', 'categoryId is false'),
  ];
}

/** Statuses that are none of the three. */
export function wrongStatuses(pet: NewPet): readonly BrokenBody[] {
  return [
    // What takes any word takes the empty one, and so does what takes an empty one for none.
    withStatus(pet, '""', 'status is an empty string'),
    withStatus(pet, '"SOLD"', 'status is in upper case'),
    // Columns of a fixed length compare without what fills them up at their end.
    { ...withStatus(pet, '"pending "', 'status is followed by a space'), isEffective: true },
    withStatus(pet, '"adopted"', 'status is a word that the document does not list'),
    withStatus(pet, 'null', 'status is null'),
    withStatus(pet, '1', 'status is a number'),
    withStatus(pet, '["available"]', 'status is an array'),
    // Accepted by services that trim the status, or match it with an unanchored pattern.
    withStatus(pet, '" available"', 'status is padded with a space'),
    // A property of every object in some languages, and so valid for services that look up statuses in an object.
    withStatus(pet, '"constructor"', 'status is the word constructor'),
    withStatus(pet, 'true', 'status is a boolean'),
    withStatus(pet, '{"value":"sold"}', 'status is an object'),
    withStatus(pet, '"Available"', 'status is in other letter case'),
    withStatus(pet, 'false', 'status is false'),
    withStatus(pet, '0', 'status is zero'),
    withStatus(pet, '"available,sold"', 'status is two values in one'),
    // Where a pattern's end may be the last line break.
    withStatus(pet, '"sold\\n"', 'status is followed by a line break'),
    withStatus(pet, '"1"', 'status is a string of digits'),
  ];
}

/** JSON bodies that are no object. */
export function notObjects(pet: NewPet): readonly BrokenBody[] {
  const valid = newPetText(pet);
  const values = [JSON.stringify(pet.name), pet.categoryId.toString(), JSON.stringify(pet.status ?? null)];
  return [
    { text: '42', breaks: 'the body is a number' },
    { text: 'null', breaks: 'the body is null' },
    { text: `[${valid}]`, breaks: 'the body is an array' },
    { text: JSON.stringify(valid), breaks: 'the body is a string that holds the object' },
    // Readers of typed languages fill the fields of a type from an array, by their order.
    { text: `[${values.join(',')}]`, breaks: 'the body is the values alone, in an array' },
    { text: 'true', breaks: 'the body is a boolean' },
    { text: '[]', breaks: 'the body is an empty array' },
    { text: JSON.stringify(pet.name), breaks: 'the body is a string' },
  ];
}

/** Any JSON literal but a string. */
export const notString: fc.Arbitrary<string> = fc
  .oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
  )
  .map((value) => JSON.stringify(value));

/** Any JSON literal but an integer. */
export const notInteger: fc.Arbitrary<string> = fc.oneof(
  fc.string({ maxLength: 10 }).map((text) => JSON.stringify(text)),
  fc.bigInt(-(10n ** 18n), 10n ** 18n).map((digits) => JSON.stringify(digits.toString())),
  fc
    .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => `${whole}.${tenth}`),
  fc.constantFrom('true', 'false', 'null'),
  fc.array(fc.integer(), { maxLength: 3 }).map((value) => JSON.stringify(value)),
);

/** Any JSON literal but one of the three statuses. */
export const notStatus: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(...petStatuses).map((status) => `${status}s`),
    fc.constantFrom(...petStatuses).map((status) => status.slice(1)),
    fc.constantFrom(...petStatuses).map((status) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.constantFrom(...petStatuses), { maxLength: 2 }),
  )
  .filter((value) => !petStatuses.some((status) => status === value))
  .map((value) => JSON.stringify(value));
