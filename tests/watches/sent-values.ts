import type { JsonValue } from '../../src/json/exact-json.ts';

/** A short name of ASCII letters and digits. */
export const isPlainName = (name: JsonValue | undefined): name is string =>
  typeof name === 'string' && /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name) && name.length <= 40;

/** Any other name that a service may have to keep. */
export const isText = (name: JsonValue | undefined): name is string =>
  typeof name === 'string' && ![name].some(isPlainName) && name.isWellFormed() && name.trim() !== '';

export const isPlainCategory = (category: JsonValue | undefined): category is bigint =>
  typeof category === 'bigint' && category >= 1n && category < 2n ** 31n;

/** Any other category: 0, a negative one, or one that does not fit 31 bits. */
export const isLargeCategory = (category: JsonValue | undefined): category is bigint =>
  typeof category === 'bigint' && (category < 1n || category >= 2n ** 31n);

/** What is left of a category in a double. */
export const rounded = (category: bigint) => BigInt(Number(category));

/** What is left of a name in a column of 255 characters; all of it where only white space would be lost, as by trimming. */
export const cutShort = (name: string) => (/[\p{L}\p{N}]/u.test(name.slice(255)) ? name.slice(0, 255) : name);

/** A name decomposed; as it was where that leaves each word as sent or as composed, which is no damage. */
export const decomposed = (name: string) =>
  name.split(/\s/).some((word) => ![word, word.normalize('NFC')].includes(word.normalize('NFD')))
    ? name.normalize('NFD')
    : name;
