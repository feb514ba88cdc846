import type { BadId } from './variety.ts';

/**
 * Ids that are not an int64 in the documented notation, but that some parser reads as the id of an animal. None that a
 * server or firewall rejects on its own: with %00, %0A, %25 or %2F, invalid UTF-8, or too long.
 */
const written: readonly (readonly [description: string, path: (known: bigint) => string])[] = [
  ['an underscore between its digits', (id) => `${id / 10n}_${String(id).slice(-1)}`],
  ['hexadecimal', (id) => `0x${magnitude(id).toString(16)}`],
  ['octal', (id) => `0o${magnitude(id).toString(8)}`],
  ['binary', (id) => `0b${magnitude(id).toString(2)}`],
  ['full-width digits', (id) => encodeURIComponent(inDigits(id, 0xff10))],
  ['Arabic digits', (id) => encodeURIComponent(inDigits(id, 0x0660))],
  ['a trailing space', (id) => `${id}%20`],
  ['a leading non-breaking space', (id) => `%C2%A0${id}`],
  ['an n suffix, as in JavaScript', (id) => `${id}n`],
  ['an L suffix, as in Java', (id) => `${id}L`],
  ['followed by a comma and another number', (id) => `${id},1`],
  ['a trailing decimal point', (id) => `${id}.`],
  ['an extension', (id) => `${id}.json`],
  ['an exponent with a sign', (id) => `${id}e+0`],
  ['quotation marks around it', (id) => `%22${id}%22`],
  ['brackets around it', (id) => `%5B${id}%5D`],
  ['plus 2^64', (id) => String(2n ** 64n + id)],
  ['plus 2^128', (id) => String(2n ** 128n + id)],
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

/** The malformed ids as cases. */
export const idVarieties: readonly BadId[] = written.map(([description, path]) => ({
  kind: 'id',
  description,
  path,
}));
