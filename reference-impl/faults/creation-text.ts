import type { Decoration } from '../parts.ts';
import { isInt64 } from '../pet.ts';
import { percentDecoded } from '../request-listener.ts';
import { naming, showing, storedPets } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

const typographic = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2026': '...',
  '\u2013': '-',
};

/** The longest beginning of a text that fits so many bytes of UTF-8. */
export function cutAtBytes(text: string, bytes: number): string {
  return Buffer.from(text, 'utf8')
    .subarray(0, bytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
}

/** Stores another category than the one that was sent. */
function categorising(change: (categoryId: bigint) => bigint): Decoration {
  return storedPets((pet) => ({ ...pet, categoryId: change(pet.categoryId) }));
}

const astral = /[\u{10000}-\u{10ffff}]/gu;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => Reflect.get(entities, found));
}

export const creationText: readonly Fault[] = [
  ...violating(['create/text-exact']).each(naming, {
    'line-ends-normalised': (name) => name.replaceAll('\r\n', '\n'),
    'zero-width-characters-lost': (name) => name.replace(/\u200b|\u200c|\u200d|\u2060|\ufeff/g, ''),
    'variation-selectors-lost': (name) => name.replace(/[\ufe00-\ufe0f]/g, ''),
    'typographic-quotes-straightened': (name) =>
      name.replace(/[\u2018\u2019\u201c\u201d\u2026\u2013]/g, (found) => Reflect.get(typographic, found)),
    'sharp-s-spelled-out': (name) => name.replaceAll('ß', 'ss'),
    'soft-hyphen-lost': (name) => name.replaceAll('\u00ad', ''),
    'full-width-narrowed': (name) =>
      name.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0)),
    'accents-lost': (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, ''),
    'entities-decoded': (name) => name.replaceAll('&amp;', '&').replaceAll('&#233;', 'é'),
    'plus-becomes-space': (name) => name.replaceAll('+', ' '),
    'percent-decoded': (name) => percentDecoded(name) ?? name,
    // The literal text \n in names becomes a line break.
    'escapes-carried-out': (name) => name.replaceAll('\\n', '\n'),
    'apostrophes-doubled': (name) => name.replaceAll("'", "''"),
    'formulas-quoted': (name) => name.replace(/^[=+-]/, "'$&"),
    'tags-stripped': (name) => name.replace(/<[^>]*>/g, ''),
    'name-cut-at-64': (name) => [...name].slice(0, 64).join(''),
    'name-cut-at-255-bytes': (name) => cutAtBytes(name, 255),
    'name-cut-at-1000': (name) => name.slice(0, 1_000),
    'letters-small-beyond-ascii': (name) => name.replace(/[^\0-\x7f]/g, (letter) => letter.toLowerCase()),
    'private-characters-lost': (name) => name.replace(/[\ue000-\uf8ff\ufffe\uffff]/g, ''),
    // Characters that Windows-1252 lacks become question marks in names.
    'windows-1252': (name) => name.replace(/[^\0-\xff\u20ac\u2018-\u201d\u2013\u2014\u2026]/gu, '?'),
    // The literal text \u0041 in names is decoded to a letter.
    'unicode-escapes-carried-out': (name) =>
      name.replace(/\\u([0-9a-f]{4})/gi, (_whole, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'doubled-apostrophes-single': (name) => name.replaceAll("''", "'"),
    'names-as-format': (name) => name.replaceAll('%s', '(null)').replaceAll('%%', '%'),
    'names-as-replacement': (name) => name.replaceAll('$&', '{name}'),
    'dots-at-end-lost': (name) => name.replace(/\.+$/, ''),
    'escape-character-lost': (name) => name.replaceAll('\u001b', ''),
    'emoji-lost': (name) => name.replace(astral, ''),
    'emoji-become-question-marks': (name) => name.replace(astral, '?'),
    'name-cut-at-255': (name) => name.slice(0, 255),
    'name-html-escaped': escaped,
    'control-characters-lost': (name) => name.replace(/\p{Cc}/gu, ''),
    'name-cut-at-nul': (name) => name.split('\0')[0] ?? '',
    'direction-marks-lost': (name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
    'backslashes-lost': (name) => name.replaceAll('\\', ''),
    'quotes-straightened-to-apostrophes': (name) => name.replaceAll('"', "'"),
    'name-read-as-latin-1': (name) => Buffer.from(name, 'utf8').toString('latin1'),
  }),
  ...violating(['create/int64-exact']).each(categorising, {
    'category-minus-one-is-none': (categoryId) => (categoryId === -1n ? 0n : categoryId),
    'category-of-unsigned-32-bits': (categoryId) =>
      categoryId >= 2n ** 32n ? BigInt.asUintN(32, categoryId) : categoryId,
    'largest-category-less-one': (categoryId) =>
      categoryId === 2n ** 63n - 1n ? categoryId - 1n : categoryId,
    'category-rounded': (categoryId) => BigInt.asIntN(64, BigInt(Number(categoryId))),
    'category-of-32-bits': (categoryId) => BigInt.asIntN(32, categoryId),
    // A category beyond 2^23 becomes 8388607, as in 24-bit columns.
    'category-saturates-at-24-bits': (categoryId) => (categoryId < 2n ** 23n ? categoryId : 2n ** 23n - 1n),
    'category-sign-lost': (categoryId) =>
      categoryId < 0n && isInt64(-categoryId) ? -categoryId : categoryId,
    'category-zero-becomes-1': (categoryId) => (categoryId === 0n ? 1n : categoryId),
  }),
  ...violating(['responses/schema', 'create/int64-exact']).by({
    // A category of 0 is omitted from responses, as with omitempty.
    'category-zero-left-out': showing('everywhere', ({ categoryId }) => ({
      categoryId: categoryId === 0n ? undefined : categoryId,
    })),
  }),
  ...violating(['responses/schema']).by({
    'empty-name-null': showing('everywhere', (pet) => ({ name: pet.name === '' ? null : pet.name })),
  }),
];
