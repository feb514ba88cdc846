import type { Decoration } from '../parts.ts';
import { isInt64 } from '../pet.ts';
import { storedPets } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

/** Stores another name than the one that was sent. */
export function naming(change: (name: string) => string): Decoration {
  return storedPets((pet) => ({ ...pet, name: change(pet.name) }));
}

/** Stores another category than the one that was sent. */
export function categorising(change: (categoryId: bigint) => bigint): Decoration {
  return storedPets((pet) => ({ ...pet, categoryId: change(pet.categoryId) }));
}

const astral = /[\u{10000}-\u{10ffff}]/gu;
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (found) => Reflect.get(entities, found));
}

export const creationExactness: readonly Fault[] = [
  ...violating(['create/int64-exact']).by({
    'category-rounded': categorising((categoryId) => BigInt.asIntN(64, BigInt(Number(categoryId)))),
    'category-of-32-bits': categorising((categoryId) => BigInt.asIntN(32, categoryId)),
    // A category beyond 2^23 becomes 8388607, as in 24-bit columns.
    'category-saturates-at-24-bits': categorising((categoryId) =>
      categoryId < 2n ** 23n ? categoryId : 2n ** 23n - 1n,
    ),
    'category-sign-lost': categorising((categoryId) =>
      categoryId < 0n && isInt64(-categoryId) ? -categoryId : categoryId,
    ),
    'category-zero-becomes-1': categorising((categoryId) => (categoryId === 0n ? 1n : categoryId)),
  }),
  ...violating(['create/text-exact']).by({
    // Characters beyond the Basic Multilingual Plane are removed from names.
    'emoji-lost': naming((name) => name.replace(astral, '')),
    // Characters beyond the Basic Multilingual Plane become ? in names.
    'emoji-become-question-marks': naming((name) => name.replace(astral, '?')),
    // Names are truncated to 255 UTF-16 code units.
    'name-cut-at-255': naming((name) => name.slice(0, 255)),
    'name-html-escaped': naming(escaped),
    'control-characters-lost': naming((name) => name.replace(/\p{Cc}/gu, '')),
    'name-cut-at-nul': naming((name) => name.split('\0')[0] ?? ''),
    'direction-marks-lost': naming((name) => name.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')),
    'backslashes-lost': naming((name) => name.replaceAll('\\', '')),
    'quotes-straightened-to-apostrophes': naming((name) => name.replaceAll('"', "'")),
    'name-read-as-latin-1': naming((name) => Buffer.from(name, 'utf8').toString('latin1')),
  }),
];
