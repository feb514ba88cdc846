/** The schema that a text surely fits, without parsing it; `null` for any other text, also a valid one. */
export function plainPets(text: string): 'pet' | 'pets' | null {
  return isPlainPet(text) ? 'pet' : isPlainPetList(text) ? 'pets' : null;
}

/**
 * Recognises texts that surely fit `Pet` (section "Resources and their fields"): JSON in ASCII, of the documented
 * members alone, each once, without escapes. It is many times faster than parsing JSON and validating it.
 */
export function isPlainPet(text: string): boolean {
  return text.length <= longestText && onePet.test(text);
}

/** The same for a list of animals. */
export function isPlainPetList(text: string): boolean {
  return text.length <= longestText && manyPets.test(text);
}

/** A regular expression overflows its stack on a text of many megabytes. */
const longestText = 1_000_000;
const blank = '[ \\t\\n\\r]*';
/** One digit less than the largest int64; no sign before 0, no fraction and no exponent. */
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
