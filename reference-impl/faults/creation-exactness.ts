import { isInt64 } from '../pet.ts';
import { categorising, naming } from './creation-exactness-decorations.ts';
import type { Fault } from './fault.ts';

const astral = /[\u{10000}-\u{10ffff}]/gu;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => Reflect.get(entities, found));
}

export const creationExactness: readonly Fault[] = [
  categorising('category-rounded', 'Categories beyond 2^53 are rounded to a double.', (categoryId) =>
    BigInt.asIntN(64, BigInt(Number(categoryId))),
  ),
  categorising('category-of-32-bits', 'A category wraps to a signed 32-bit integer.', (categoryId) =>
    BigInt.asIntN(32, categoryId),
  ),
  categorising(
    'category-saturates-at-24-bits',
    'A category beyond 2^23 becomes 8388607, as in 24-bit columns.',
    (categoryId) => (categoryId < 2n ** 23n ? categoryId : 2n ** 23n - 1n),
  ),
  categorising('category-sign-lost', 'A negative category becomes positive.', (categoryId) =>
    categoryId < 0n && isInt64(-categoryId) ? -categoryId : categoryId,
  ),
  categorising('category-zero-becomes-1', 'Category 0 is read as missing and becomes 1.', (categoryId) =>
    categoryId === 0n ? 1n : categoryId,
  ),
  naming('emoji-lost', 'Characters beyond the Basic Multilingual Plane are removed from names.', (name) =>
    name.replace(astral, ''),
  ),
  naming(
    'emoji-become-question-marks',
    'Characters beyond the Basic Multilingual Plane become ? in names.',
    (name) => name.replace(astral, '?'),
  ),
  naming('name-cut-at-255', 'Names are truncated to 255 UTF-16 code units.', (name) => name.slice(0, 255)),
  naming('name-html-escaped', 'Names are HTML-escaped.', escaped),
  naming('control-characters-lost', 'Control characters are removed from names.', (name) =>
    name.replace(/\p{Cc}/gu, ''),
  ),
  naming('name-cut-at-nul', 'A name ends at its first NUL.', (name) => name.split('\0')[0] ?? ''),
  naming('direction-marks-lost', 'Directional marks are removed from names.', (name) =>
    name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ''),
  ),
  naming('backslashes-lost', 'Backslashes are removed from names.', (name) => name.replaceAll('\\', '')),
  naming('quotes-straightened-to-apostrophes', 'Quotation marks in names become apostrophes.', (name) =>
    name.replaceAll('"', "'"),
  ),
  naming('name-read-as-latin-1', 'The UTF-8 of names is decoded as Latin-1.', (name) =>
    Buffer.from(name, 'utf8').toString('latin1'),
  ),
];
