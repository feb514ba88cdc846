import { categorising, naming } from './creation-exactness-decorations.ts';
import { shownPets } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

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
function cutAtBytes(text: string, bytes: number): string {
  return Buffer.from(text, 'utf8')
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

export const creationText: readonly Fault[] = [
  naming('line-ends-normalised', 'Line ends of two characters in names become one.', (name) =>
    name.replaceAll('\r\n', '\n'),
  ),
  naming('zero-width-characters-lost', 'Characters without width in names are lost.', (name) =>
    name.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, ''),
  ),
  naming('variation-selectors-lost', 'What chooses between text and picture of an emoji is lost.', (name) =>
    name.replace(/[\ufe00-\ufe0f]/g, ''),
  ),
  naming('typographic-quotes-straightened', 'Typographic quotation marks in names become straight.', (name) =>
    name.replace(/[\u2018\u2019\u201c\u201d\u2026\u2013]/g, (found) => Reflect.get(typographic, found)),
  ),
  naming('sharp-s-spelled-out', 'The letter ß in names becomes ss.', (name) => name.replaceAll('ß', 'ss')),
  naming('soft-hyphen-lost', 'Soft hyphens in names are lost.', (name) => name.replaceAll('\u00ad', '')),
  naming('full-width-narrowed', 'Wide letters in names become narrow ones.', (name) =>
    name.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
  ),
  naming('accents-lost', 'Letters in names lose their accents.', (name) =>
    name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
  ),
  naming('entities-decoded', 'Entities of HTML in names are decoded.', (name) =>
    name.replaceAll('&amp;', '&').replaceAll('&#233;', 'é'),
  ),
  naming('plus-becomes-space', 'A plus sign in a name becomes a space.', (name) => name.replaceAll('+', ' ')),
  naming('percent-decoded', 'Percent signs in names are decoded.', (name) =>
    name.replace(/%([0-7][0-9a-f])/gi, (_whole, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  naming('escapes-carried-out', 'A backslash and an n in a name become a line break.', (name) =>
    name.replaceAll('\\n', '\n'),
  ),
  naming('apostrophes-doubled', 'Apostrophes in names are doubled.', (name) => name.replaceAll("'", "''")),
  naming('formulas-quoted', 'A name that begins with =, + or - gets an apostrophe in front.', (name) =>
    name.replace(/^[=+-]/, "'$&"),
  ),
  naming('tags-stripped', 'Tags of HTML in names are left out.', (name) => name.replace(/<[^>]*>/g, '')),
  naming('name-cut-at-64', 'Names are cut after 64 characters.', (name) => [...name].slice(0, 64).join('')),
  naming('name-cut-at-255-bytes', 'Names are cut after 255 bytes.', (name) => cutAtBytes(name, 255)),
  naming('name-cut-at-1000', 'Names are cut after 1,000 characters.', (name) => name.slice(0, 1_000)),
  naming('letters-small-beyond-ascii', 'Capital letters beyond ASCII become small.', (name) =>
    name.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase()),
  ),
  naming('private-characters-lost', 'Characters of private use and noncharacters are lost.', (name) =>
    name.replace(/[\ue000-\uf8ff\ufffe\uffff]/g, ''),
  ),
  naming('windows-1252', 'Characters that Windows-1252 does not have become question marks.', (name) =>
    name.replace(/[^\0-\xff\u20ac\u2018-\u201d\u2013\u2014\u2026]/gu, '?'),
  ),
  naming('unicode-escapes-carried-out', 'A backslash, a u and four digits become a letter.', (name) =>
    name.replace(/\\u([0-9a-f]{4})/gi, (_whole, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  naming('doubled-apostrophes-single', 'Two apostrophes in a row in a name become one.', (name) =>
    name.replaceAll("''", "'"),
  ),
  naming('names-as-format', 'Names are printed as a format: %s is filled in, and %% becomes %.', (name) =>
    name.replaceAll('%s', '(null)').replaceAll('%%', '%'),
  ),
  naming('names-as-replacement', 'Names replace a mark in a text, and $& stands for the mark.', (name) =>
    name.replaceAll('$&', '{name}'),
  ),
  naming('dots-at-end-lost', 'Dots at the end of a name are lost.', (name) => name.replace(/\.+$/, '')),
  naming('escape-character-lost', 'What terminals take as commands is left out of names.', (name) =>
    name.replaceAll('\u001b', ''),
  ),
  categorising(
    'category-minus-one-is-none',
    'The category -1 is taken as none and becomes 0.',
    (categoryId) => (categoryId === -1n ? 0n : categoryId),
  ),
  categorising(
    'category-of-unsigned-32-bits',
    'Categories keep their lowest 32 bits, unsigned.',
    (categoryId) => (categoryId >= 2n ** 32n ? BigInt.asUintN(32, categoryId) : categoryId),
  ),
  categorising('largest-category-less-one', 'The largest category loses its last bit.', (categoryId) =>
    categoryId === 2n ** 63n - 1n ? categoryId - 1n : categoryId,
  ),
  fault(
    'category-zero-left-out',
    'A category that is 0 is left out of answers, as empty fields are where they may be omitted.',
    ['responses/schema', 'create/int64-exact'],
    shownPets(allOperations, (shown, pet) => {
      const { categoryId, ...rest } = shown;
      return pet.categoryId === 0n ? rest : { ...rest, categoryId };
    }),
    { mayViolate: ['list/returns-pets', 'get/returns-created'] },
  ),
  fault(
    'empty-name-null',
    'An empty name is shown as null.',
    ['responses/schema'],
    shownPets(allOperations, (shown, pet) => ({ ...shown, name: pet.name === '' ? null : pet.name })),
    { mayViolate: ['list/returns-pets'] },
  ),
];
