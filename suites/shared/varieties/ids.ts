import type { BadId } from './variety.ts';

/**
 * Ids that are no int64 in any notation of the document, and that some reader makes one of that an animal has. None that
 * a server or a firewall refuses in its own way: with %00, %0A, %25 or %2F, bytes that are no UTF-8, or too long.
 */
const written: readonly (readonly [description: string, path: (known: bigint) => string])[] = [
  ['an underscore between its digits', (id) => `${id / 10n}_${String(id).slice(-1)}`],
  ['hexadecimal', (id) => `0x${magnitude(id).toString(16)}`],
  ['octal', (id) => `0o${magnitude(id).toString(8)}`],
  ['binary', (id) => `0b${magnitude(id).toString(2)}`],
  ['full-width digits', (id) => encodeURIComponent(inDigits(id, 0xff10))],
  ['Arabic digits', (id) => encodeURIComponent(inDigits(id, 0x0660))],
  ['a blank behind it', (id) => `${id}%20`],
  ['a non-breaking space in front of it', (id) => `%C2%A0${id}`],
  ['an n behind it, as JavaScript writes such numbers', (id) => `${id}n`],
  ['an L behind it, as Java writes such numbers', (id) => `${id}L`],
  ['a comma and another number behind it', (id) => `${id},1`],
  ['a point behind it', (id) => `${id}.`],
  ['an extension', (id) => `${id}.json`],
  ['an exponent with a sign', (id) => `${id}e+0`],
  ['quotation marks around it', (id) => `%22${id}%22`],
  ['brackets around it', (id) => `%5B${id}%5D`],
  ['2^64 more', (id) => String(2n ** 64n + id)],
  ['2^128 more', (id) => String(2n ** 128n + id)],
  ['200 digits', () => '9'.repeat(200)],
  ['undefined', () => 'undefined'],
  ['null', () => 'null'],
  ['NaN', () => 'NaN'],
  ['Infinity', () => 'Infinity'],
  ['true', () => 'true'],
  ['__proto__', () => '__proto__'],
  ['constructor', () => 'constructor'],
  ['an object', () => '%7B%7D'],
  ['-', () => '-'],
];

function magnitude(id: bigint): bigint {
  return id < 0n ? -id : id;
}

function inDigits(id: bigint, zero: number): string {
  return String(id).replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

/** All of them as varieties. */
export const idVarieties: readonly BadId[] = written.map(([description, path]) => ({
  kind: 'id',
  description,
  path,
}));
