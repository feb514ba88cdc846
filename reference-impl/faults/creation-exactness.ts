import { isInt64 } from '../pet.ts';
import { storedPets } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

/** Stores another name than the one that was sent. */
export function naming(name: string, change: (name: string) => string): Fault {
  return fault(
    name,
    ['create/text-exact'],
    storedPets((pet) => ({ ...pet, name: change(pet.name) })),
  );
}

/** Stores another category than the one that was sent. */
export function categorising(name: string, change: (categoryId: bigint) => bigint): Fault {
  return fault(
    name,
    ['create/int64-exact'],
    storedPets((pet) => ({ ...pet, categoryId: change(pet.categoryId) })),
  );
}

const astral = /[\u{10000}-\u{10ffff}]/gu;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => Reflect.get(entities, found));
}

export const creationExactness: readonly Fault[] = [
  categorising('category-rounded', (categoryId) => BigInt.asIntN(64, BigInt(Number(categoryId)))),
  categorising('category-of-32-bits', (categoryId) => BigInt.asIntN(32, categoryId)),
  // A category beyond 2^23 becomes 8388607, as in 24-bit columns.
  categorising('category-saturates-at-24-bits', (categoryId) =>
    categoryId < 2n ** 23n ? categoryId : 2n ** 23n - 1n,
  ),
  categorising('category-sign-lost', (categoryId) =>
    categoryId < 0n && isInt64(-categoryId) ? -categoryId : categoryId,
  ),
  categorising('category-zero-becomes-1', (categoryId) => (categoryId === 0n ? 1n : categoryId)),
  // Characters beyond the Basic Multilingual Plane are removed from names.
  naming('emoji-lost', (name) => name.replace(astral, '')),
  // Characters beyond the Basic Multilingual Plane become ? in names.
  naming('emoji-become-question-marks', (name) => name.replace(astral, '?')),
  // Names are truncated to 255 UTF-16 code units.
  naming('name-cut-at-255', (name) => name.slice(0, 255)),
  naming('name-html-escaped', escaped),
  naming('control-characters-lost', (name) => name.replace(/\p{Cc}/gu, '')),
  naming('name-cut-at-nul', (name) => name.split('\0')[0] ?? ''),
  naming('direction-marks-lost', (name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')),
  naming('backslashes-lost', (name) => name.replaceAll('\\', '')),
  naming('quotes-straightened-to-apostrophes', (name) => name.replaceAll('"', "'")),
  naming('name-read-as-latin-1', (name) => Buffer.from(name, 'utf8').toString('latin1')),
];
