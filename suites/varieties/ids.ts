import type { BadId } from './variety.ts';

/** Ids that are no int64 in any notation of the document, and that some reader makes one of that an animal has. */
const written: readonly (readonly [description: string, path: (known: bigint) => string])[] = [
  ['an underscore between its digits', (id) => `${id / 10n}_${String(id).slice(-1)}`],
  ['hexadecimal', (id) => `0x${magnitude(id).toString(16)}`],
  ['octal', (id) => `0o${magnitude(id).toString(8)}`],
  ['binary', (id) => `0b${magnitude(id).toString(2)}`],
  ['full-width digits', (id) => encodeURIComponent(inDigits(id, 0xff10))],
  ['Arabic digits', (id) => encodeURIComponent(inDigits(id, 0x0660))],
  ['a blank behind it', (id) => `${id}%20`],
  ['a line break behind it', (id) => `${id}%0A`],
  ['a non-breaking space in front of it', (id) => `%C2%A0${id}`],
  ['a NUL behind it', (id) => `${id}%00`],
  ['bytes that are no UTF-8 behind it', (id) => `${id}%FF`],
  ['an n behind it, as JavaScript writes such numbers', (id) => `${id}n`],
  ['an L behind it, as Java writes such numbers', (id) => `${id}L`],
  ['a comma and another number behind it', (id) => `${id},1`],
  ['a point behind it', (id) => `${id}.`],
  ['an extension', (id) => `${id}.json`],
  ['a percent sign, encoded, in front of it', (id) => `%25${id}`],
  [
    'its first character encoded twice',
    (id) => `%25${String(id).charCodeAt(0).toString(16)}${String(id).slice(1)}`,
  ],
  ['an exponent with a sign', (id) => `${id}e+0`],
  ['quotation marks around it', (id) => `%22${id}%22`],
  ['brackets around it', (id) => `%5B${id}%5D`],
  ['a slash, encoded, behind it', (id) => `${id}%2F`],
  ['2^64 more', (id) => String(2n ** 64n + id)],
  ['2^128 more', (id) => String(2n ** 128n + id)],
  ['a thousand digits', () => '9'.repeat(1_000)],
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

/** Servers and firewalls in front of them refuse such paths before anybody reads an id. */
const refusedByStacks = /%(?:00|0A|20|22|25|2F|5B|7B|C2|FF)/;

/** All of them as varieties. */
export const idVarieties: readonly BadId[] = written.map(([description, path]) => ({
  kind: 'id',
  description,
  path,
  isForStack: refusedByStacks.test(path(12n)),
}));
