/**
 * Recognises bodies that surely fit `Pet` or `Pets` (section "Data types"): JSON in ASCII, of the documented
 * members alone, each once, without escapes. It is many times quicker than reading JSON and judging it by the
 * schema; whatever it does not recognise may be right all the same, and is for the full watch to judge.
 */
export function isPlainPet(body: Buffer): boolean {
  return body.length <= longestBody && onePet.test(body.toString('latin1'));
}

/** The same for a list of animals. */
export function isPlainPetList(body: Buffer): boolean {
  return body.length <= longestBody && manyPets.test(body.toString('latin1'));
}

/** An expression over a text of many megabytes overflows its stack. */
const longestBody = 1_000_000;
const blank = '[ \\t\\n\\r]*';
/** One digit less than the largest int64 has; no sign before 0, no fraction and no exponent. */
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
