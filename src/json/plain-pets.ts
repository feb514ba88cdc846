/** The schema that a text certainly matches, without parsing; `null` for all other texts, even valid ones. */
export function plainPets(text: string): 'pet' | 'pets' | null {
  return isPlainPet(text) ? 'pet' : isPlainPetList(text) ? 'pets' : null;
}

/**
 * Recognises texts that certainly match `Pet` (section "Resources and their fields"): JSON in ASCII without escapes, with
 * each documented member once, and no other. Much faster than parsing and validating.
 */
export function isPlainPet(text: string): boolean {
  return text.length <= longestText && onePet.test(text);
}

/** The same for a list of animals. */
function isPlainPetList(text: string): boolean {
  return text.length <= longestText && manyPets.test(text);
}

/** The ids of a plain list as they are written, and the statuses that it has. */
export interface PlainList {
  readonly ids: readonly string[];
  readonly statuses: readonly string[];
}

/** A list of plain animals, or `null` for all other texts. No string in it has a quotation mark. */
export function plainList(text: string): PlainList | null {
  return isPlainPetList(text) ? { ids: valuesIn(text, ids), statuses: valuesIn(text, statuses) } : null;
}

/** The id of a plain animal as it is written. */
export function idOf(text: string): string | undefined {
  return valuesIn(text, ids)[0];
}

function valuesIn(text: string, member: RegExp): string[] {
  return Array.from(text.matchAll(member), ([, value = '']) => value);
}

const ids = /"id"[ \t\n\r]*:[ \t\n\r]*(-?\d+)/g;
const statuses = /"status"[ \t\n\r]*:[ \t\n\r]*"(\w+)"/g;

/** A regular expression overflows its stack on a text of many megabytes. */
const longestText = 1_000_000;
const blank = '[ \\t\\n\\r]*';
/** An integer with fewer digits than the largest int64, without a sign before 0, a fraction or an exponent. */
const integer = '(?:0|-?[1-9]\\d{0,17})';
const required = [member('id', integer), member('name', '"[ !#-[\\]-~]*"'), member('categoryId', integer)];
const status = member('status', '"(?:available|pending|sold)"');
const members = [...orders([...required, status]), ...orders(required)].map((order) =>
  order.join(`,${blank}`),
);
const pet = `\\{${blank}(?:${members.join('|')})\\}${blank}`;
const onePet = new RegExp(`^${blank}${pet}$`);
const manyPets = new RegExp(`^${blank}\\[${blank}(?:${pet}(?:,${blank}${pet})*)?\\]${blank}$`);

function member(name: string, value: string): string {
  return `"${name}"${blank}:${blank}${value}${blank}`;
}

function orders(parts: readonly string[]): string[][] {
  return parts.length === 0
    ? [[]]
    : parts.flatMap((first) =>
        orders(parts.filter((part) => part !== first)).map((rest) => [first, ...rest]),
      );
}
