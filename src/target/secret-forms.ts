import type { Needle } from './text-search.ts';

/** One way to write a secret. */
export interface SecretForm extends Needle {
  /** What stands for the secret. */
  readonly shownAs: string;
}

/** A shorter piece of base64 says too little to be sure of. */
const leastBase64Length = 8;

/**
 * The ways to write a secret that resolving escapes does not undo: as it is, with UTF-8 read as Latin-1 (as
 * header fields are), form-encoded, in UTF-16 of either byte order, its bytes in hexadecimal, and within base64 of either alphabet at any of the
 * three alignments.
 */
export function secretForms(value: string, shownAs: string): SecretForm[] {
  const texts = new Set([value, Buffer.from(value, 'utf8').toString('latin1')]);
  for (const text of [...texts]) {
    texts.add(text.replaceAll(' ', '+'));
    texts.add([...text].join('\0'));
  }
  const extent = /^\d+$/.test(value) ? notAmongDigits : asFound;
  return [
    ...[...texts].map((text) => ({ text, shownAs, extent })),
    ...hexForms(value, shownAs),
    ...[0, 1, 2].flatMap((offset) => base64Forms(value, offset, shownAs)),
  ];
}

/**
 * The ways to write a secret by which it is not the secret any more, though anybody reads it: backwards, and in
 * one letter case. Those are left out that are `ordinary`.
 */
export function disguisedForms(
  value: string,
  shownAs: string,
  ordinary: (text: string) => boolean,
): SecretForm[] {
  const texts = new Set([[...value].reverse().join(''), value.toLowerCase(), value.toUpperCase()]);
  const extent = /^\d+$/.test(value) ? notAmongDigits : asFound;
  return [...texts].filter((text) => !ordinary(text)).map((text) => ({ text, shownAs, extent }));
}

/** A shorter run of hexadecimal digits says too little to be sure of. */
const leastHexLength = 16;

function hexForms(value: string, shownAs: string): SecretForm[] {
  const digits = Buffer.from(value, 'utf8').toString('hex');
  return digits.length < leastHexLength
    ? []
    : [digits, digits.toUpperCase()].map((text) => ({ text, shownAs, extent: asFound }));
}

/**
 * The characters of a longer base64 text that a value decides alone where it begins `offset` bytes into a
 * group of three. Neighbours that it decides in part are taken along.
 */
function base64Forms(value: string, offset: number, shownAs: string): SecretForm[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'utf8')]);
  const bits = bytes.length * 8;
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(bits / 6);
  const standard = bytes.toString('base64').slice(first, end);
  if (standard.length < leastBase64Length) {
    return [];
  }
  const extent: Needle['extent'] = (haystack, start, stop) => [
    start - (offset !== 0 && isBase64(haystack[start - 1]) ? 1 : 0),
    stop + (bits % 6 !== 0 && isBase64(haystack[stop]) ? 1 : 0),
  ];
  const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
  return [...new Set([standard, urlSafe])].map((text) => ({ text, shownAs, extent }));
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/_-]/.test(character);
}

function asFound(_haystack: string, start: number, end: number): readonly [number, number] {
  return [start, end];
}

/** A number with more digits is another number. */
function notAmongDigits(haystack: string, start: number, end: number): readonly [number, number] | null {
  return isDigit(haystack[start - 1]) || isDigit(haystack[end]) ? null : [start, end];
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
