import { percentDecoded } from '../request-listener.ts';
import { categorising, naming } from './creation-exactness.ts';
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
  // CR LF in names becomes LF.
  naming('line-ends-normalised', (name) => name.replaceAll('\r\n', '\n')),
  naming('zero-width-characters-lost', (name) => name.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, '')),
  naming('variation-selectors-lost', (name) => name.replace(/[\ufe00-\ufe0f]/g, '')),
  naming('typographic-quotes-straightened', (name) =>
    name.replace(/[\u2018\u2019\u201c\u201d\u2026\u2013]/g, (found) => Reflect.get(typographic, found)),
  ),
  // The letter ß in names becomes ss.
  naming('sharp-s-spelled-out', (name) => name.replaceAll('ß', 'ss')),
  naming('soft-hyphen-lost', (name) => name.replaceAll('\u00ad', '')),
  naming('full-width-narrowed', (name) =>
    name.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
  ),
  naming('accents-lost', (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, '')),
  naming('entities-decoded', (name) => name.replaceAll('&amp;', '&').replaceAll('&#233;', 'é')),
  naming('plus-becomes-space', (name) => name.replaceAll('+', ' ')),
  naming('percent-decoded', (name) => percentDecoded(name) ?? name),
  // The literal text \n in names becomes a line break.
  naming('escapes-carried-out', (name) => name.replaceAll('\\n', '\n')),
  naming('apostrophes-doubled', (name) => name.replaceAll("'", "''")),
  // A name that begins with =, + or - gets a leading apostrophe.
  naming('formulas-quoted', (name) => name.replace(/^[=+-]/, "'$&")),
  naming('tags-stripped', (name) => name.replace(/<[^>]*>/g, '')),
  naming('name-cut-at-64', (name) => [...name].slice(0, 64).join('')),
  naming('name-cut-at-255-bytes', (name) => cutAtBytes(name, 255)),
  // Names are truncated to 1,000 characters.
  naming('name-cut-at-1000', (name) => name.slice(0, 1_000)),
  // Non-ASCII capital letters in names become lower case.
  naming('letters-small-beyond-ascii', (name) =>
    name.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase()),
  ),
  naming('private-characters-lost', (name) => name.replace(/[\ue000-\uf8ff\ufffe\uffff]/g, '')),
  // Characters that Windows-1252 lacks become question marks in names.
  naming('windows-1252', (name) => name.replace(/[^\0-\xff\u20ac\u2018-\u201d\u2013\u2014\u2026]/gu, '?')),
  // The literal text \u0041 in names is decoded to a letter.
  naming('unicode-escapes-carried-out', (name) =>
    name.replace(/\\u([0-9a-f]{4})/gi, (_whole, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ),
  naming('doubled-apostrophes-single', (name) => name.replaceAll("''", "'")),
  naming('names-as-format', (name) => name.replaceAll('%s', '(null)').replaceAll('%%', '%')),
  naming('names-as-replacement', (name) => name.replaceAll('$&', '{name}')),
  naming('dots-at-end-lost', (name) => name.replace(/\.+$/, '')),
  naming('escape-character-lost', (name) => name.replaceAll('\u001b', '')),
  categorising('category-minus-one-is-none', (categoryId) => (categoryId === -1n ? 0n : categoryId)),
  categorising('category-of-unsigned-32-bits', (categoryId) =>
    categoryId >= 2n ** 32n ? BigInt.asUintN(32, categoryId) : categoryId,
  ),
  categorising('largest-category-less-one', (categoryId) =>
    categoryId === 2n ** 63n - 1n ? categoryId - 1n : categoryId,
  ),
  ...violating(['responses/schema', 'create/int64-exact']).by({
    // A category of 0 is omitted from responses, as with omitempty.
    'category-zero-left-out': shownPets(allOperations, (shown, pet) => {
      const { categoryId, ...rest } = shown;
      return pet.categoryId === 0n ? rest : { ...rest, categoryId };
    }),
  }),
  ...violating(['responses/schema']).by({
    'empty-name-null': shownPets(allOperations, (shown, pet) => ({
      ...shown,
      name: pet.name === '' ? null : pet.name,
    })),
  }),
];
