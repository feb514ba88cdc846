import { percentDecoded } from '../percent-decoded.ts';
import { categorising, naming } from './creation-exactness-decorations.ts';
import { shownPets } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const typographic = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2026': '...',
  '\u2013': '-',
};
const allOperations = ['createPet', 'getPet', 'listPets'] as const;

/** The longest beginning of a text that fits so many bytes of UTF-8. */
export function cutAtBytes(text: string, bytes: number): string {
  return Buffer.from(text, 'utf8')
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

export const creationText: readonly Fault[] = [
  naming('line-ends-normalised', 'CR LF in names becomes LF.', (name) => name.replaceAll('\r\n', '\n')),
  naming('zero-width-characters-lost', 'Zero-width characters are removed from names.', (name) =>
    name.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, ''),
  ),
  naming('variation-selectors-lost', 'Variation selectors are removed from names.', (name) =>
    name.replace(/[\ufe00-\ufe0f]/g, ''),
  ),
  naming('typographic-quotes-straightened', 'Typographic quotation marks in names become straight.', (name) =>
    name.replace(/[\u2018\u2019\u201c\u201d\u2026\u2013]/g, (found) => Reflect.get(typographic, found)),
  ),
  naming('sharp-s-spelled-out', 'The letter ß in names becomes ss.', (name) => name.replaceAll('ß', 'ss')),
  naming('soft-hyphen-lost', 'Soft hyphens are removed from names.', (name) => name.replaceAll('\u00ad', '')),
  naming('full-width-narrowed', 'Full-width letters in names become ASCII.', (name) =>
    name.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
  ),
  naming('accents-lost', 'Accents are removed from names.', (name) =>
    name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  ),
  naming('entities-decoded', 'HTML entities in names are decoded.', (name) =>
    name.replaceAll('&amp;', '&').replaceAll('&#233;', 'é'),
  ),
  naming('plus-becomes-space', 'A plus sign in a name becomes a space.', (name) => name.replaceAll('+', ' ')),
  naming('percent-decoded', 'Names are percent-decoded.', (name) => percentDecoded(name) ?? name),
  naming('escapes-carried-out', 'The literal text \\n in names becomes a line break.', (name) =>
    name.replaceAll('\\n', '\n'),
  ),
  naming('apostrophes-doubled', 'Apostrophes in names are doubled.', (name) => name.replaceAll("'", "''")),
  naming('formulas-quoted', 'A name that begins with =, + or - gets a leading apostrophe.', (name) =>
    name.replace(/^[=+-]/, "'$&"),
  ),
  naming('tags-stripped', 'HTML tags are removed from names.', (name) => name.replace(/<[^>]*>/g, '')),
  naming('name-cut-at-64', 'Names are truncated to 64 characters.', (name) =>
    [...name].slice(0, 64).join(''),
  ),
  naming('name-cut-at-255-bytes', 'Names are truncated to 255 bytes.', (name) => cutAtBytes(name, 255)),
  naming('name-cut-at-1000', 'Names are truncated to 1,000 characters.', (name) => name.slice(0, 1_000)),
  naming('letters-small-beyond-ascii', 'Non-ASCII capital letters in names become lower case.', (name) =>
    name.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase()),
  ),
  naming(
    'private-characters-lost',
    'Private-use characters and noncharacters are removed from names.',
    (name) => name.replace(/[\ue000-\uf8ff\ufffe\uffff]/g, ''),
  ),
  naming('windows-1252', 'Characters that Windows-1252 lacks become question marks in names.', (name) =>
    name.replace(/[^\0-\xff\u20ac\u2018-\u201d\u2013\u2014\u2026]/gu, '?'),
  ),
  naming('unicode-escapes-carried-out', 'The literal text \\u0041 in names is decoded to a letter.', (name) =>
    name.replace(/\\u([0-9a-f]{4})/gi, (_whole, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  naming('doubled-apostrophes-single', 'Double apostrophes in names become single.', (name) =>
    name.replaceAll("''", "'"),
  ),
  naming(
    'names-as-format',
    'Names are printed as a format string: %s is filled in, and %% becomes %.',
    (name) => name.replaceAll('%s', '(null)').replaceAll('%%', '%'),
  ),
  naming('names-as-replacement', 'Names are used as a replacement string, in which $& is expanded.', (name) =>
    name.replaceAll('$&', '{name}'),
  ),
  naming('dots-at-end-lost', 'Trailing dots are removed from names.', (name) => name.replace(/\.+$/, '')),
  naming('escape-character-lost', 'The ESC character is removed from names.', (name) =>
    name.replaceAll('\u001b', ''),
  ),
  categorising(
    'category-minus-one-is-none',
    'The category -1 is read as none and becomes 0.',
    (categoryId) => (categoryId === -1n ? 0n : categoryId),
  ),
  categorising(
    'category-of-unsigned-32-bits',
    'A category wraps to an unsigned 32-bit integer.',
    (categoryId) => (categoryId >= 2n ** 32n ? BigInt.asUintN(32, categoryId) : categoryId),
  ),
  categorising('largest-category-less-one', 'The largest category loses its last bit.', (categoryId) =>
    categoryId === 2n ** 63n - 1n ? categoryId - 1n : categoryId,
  ),
  ...violating(['responses/schema', 'create/int64-exact'], {
    mayViolate: ['list/returns-pets', 'get/returns-created'],
  }).by({
    'category-zero-left-out': [
      'A category of 0 is omitted from responses, as with omitempty.',
      shownPets(allOperations, (shown, pet) => {
        const { categoryId, ...rest } = shown;
        return pet.categoryId === 0n ? rest : { ...rest, categoryId };
      }),
    ],
  }),
  ...violating(['responses/schema'], { mayViolate: ['list/returns-pets'] }).by({
    'empty-name-null': [
      'An empty name is returned as null.',
      shownPets(allOperations, (shown, pet) => ({ ...shown, name: pet.name === '' ? null : pet.name })),
    ],
  }),
];
