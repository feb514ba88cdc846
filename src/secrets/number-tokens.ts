/** Numbers further apart than this are of no list: between two of JSON, XML or a dump stand fewer characters. */
const reach = 32;
/** From so many bytes on, a list may hold a piece of a key. */
export const leastBytes = 8;

const digitKind = 1;
const hexLetterKind = 2;
const letterKind = 4;

/** Decimal digits, the letters that are digits of hexadecimal numbers, and the other letters. */
const kinds = new Uint8Array(128);
for (const [characters, kind] of [
  ['0123456789', digitKind],
  ['ABCDEFabcdef', hexLetterKind],
  ['GHIJKLMNOPQRSTUVWXYZghijklmnopqrstuvwxyz', letterKind],
] as const) {
  for (const character of characters) {
    kinds[character.charCodeAt(0)] = kind;
  }
}

function kindAt(text: string, index: number): number {
  return kinds[text.charCodeAt(index)] ?? 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The index behind the hexadecimal digits that begin at `start`. */
function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  while ((kindAt(text, end) & (digitKind | hexLetterKind)) !== 0) {
    end += 1;
  }
  return end;
}

const hexDigit = '[0-9A-Fa-f]';
/** A byte of ASCII in decimal, octal or binary digits, or some in hexadecimal ones. */
const byte = `(?:0{0,2}(?:[3-9][0-9]|1[0-7][0-9])|0[01]{7}|(?:00){0,3}(?:[2-7]${hexDigit}){1,16})(?!${hexDigit})`;
const fewBytes = `(?:[2-7]${hexDigit}){3,16}(?!${hexDigit})`;
const next = `[^0-9](?:[^]{0,${reach - 2}}?[^0-9])??`;
/** Three bytes close to each other, or two groups of some: most texts hold none, and need no closer look. */
const likelyList = new RegExp(
  `(?<![0-9])(?:${byte}(?:${next}${byte}){2}|${fewBytes}${next}${fewBytes})`,
  'g',
);

/** Whether a text may hold a list of bytes. */
export function mayHoldList(text: string): boolean {
  return text.search(likelyList) !== -1 && numberStretches(text).next().done !== true;
}

/** The stretches of a text in which so many numbers stand close to each other that they may be a list of bytes. */
export function* numberStretches(text: string): Generator<readonly [start: number, end: number]> {
  const pattern = new RegExp(likelyList);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { end, isList } = stretchFrom(text, match.index);
    if (isList) {
      yield [match.index, end];
    }
    pattern.lastIndex = end;
  }
}

/** How far numbers go on, and whether enough of them may be bytes of a text. */
function stretchFrom(text: string, start: number): { readonly end: number; readonly isList: boolean } {
  let end = start;
  let bytes = 0;
  let hexBytes = 0;
  let isList = false;
  for (let index = start; index - end <= reach && index < text.length; index += 1) {
    if (isDigit(text.charCodeAt(index))) {
      const first = index;
      index = endOfDigits(text, first);
      // A digit alone is no byte of a key. It may be the place of one.
      if (index - first > 1) {
        bytes +=
          decimalByte(text, first, index) !== noByte || binaryByte(text, first, index) !== noByte ? 1 : 0;
        hexBytes = isList ? 0 : textBytes(text, first, index, hexBytes);
        isList ||= bytes >= leastBytes || hexBytes >= leastBytes;
        end = index;
      }
    }
  }
  return { end, isList };
}

/** How many bytes of text in a row hexadecimal digits make together with those before them; at most as many as matter. */
function textBytes(text: string, start: number, end: number, before: number): number {
  if ((end - start) % 2 !== 0) {
    return before;
  }
  let bytes = before;
  for (let index = start; index < end && bytes < leastBytes; index += 2) {
    const digit = text.charCodeAt(index);
    if (digit >= 0x32) {
      bytes = digit <= 0x37 ? bytes + 1 : 0;
    }
  }
  return bytes;
}

/** The numbers of a stretch, in order: where their digits begin and end. */
export interface NumberTokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Each run of digits, and of letters up to f behind one. The sign of a number system is no number: `0x`, `0o`, `0b`. */
export function numberTokens(text: string, from: number, to: number): NumberTokens {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let index = from; index < to; index += 1) {
    if (isDigit(text.charCodeAt(index))) {
      const start = index;
      index = endOfDigits(text, start);
      const isSign =
        index - start === 1 && text.charCodeAt(start) === 0x30 && kindAt(text, index) === letterKind;
      if (!isSign && !isSuffix(text, start)) {
        starts.push(start);
        ends.push(index);
      }
    }
  }
  return { starts, ends };
}

/** The width of a type behind a number, as in `97u8` or `97i16`. */
function isSuffix(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  return (
    (before === 0x75 || before === 0x69) && (kindAt(text, start - 2) & (digitKind | hexLetterKind)) !== 0
  );
}

const noByte = -1;

/** What a number is as a byte where its digits are decimal, octal or binary; -1 where it is none. */
export type ByteOf = (text: string, start: number, end: number) => number;

function byteOf(radix: number, mostDigits: number): ByteOf {
  return (text, start, end) => {
    if (end - start > mostDigits) {
      return noByte;
    }
    let byte = 0;
    for (let index = start; index < end; index += 1) {
      const digit = text.charCodeAt(index) - 0x30;
      if (digit >= radix) {
        return noByte;
      }
      byte = byte * radix + digit;
    }
    return byte < 256 ? byte : noByte;
  };
}

export const decimalByte = byteOf(10, 4);
export const octalByte = byteOf(8, 4);
const bareBinaryByte = byteOf(2, 8);
/** The sign `0b` looks like hexadecimal digits. */
export const binaryByte: ByteOf = (text, start, end) =>
  bareBinaryByte(text, (text.charCodeAt(start + 1) | 0x20) === 0x62 ? start + 2 : start, end);

/** Whether digits are hexadecimal ones of whole bytes: no letter beside them makes them a part of a word. */
export function isHexToken(text: string, start: number, end: number): boolean {
  return (
    (end - start) % 2 === 0 &&
    ((kindAt(text, end) & letterKind) === 0 || afterHex.test(text[end] ?? '')) &&
    (kindAt(text, start - 1) === 0 || beforeHex.test(text.slice(Math.max(0, start - 2), start)))
  );
}

/** `61h`, and what begins the next one where nothing parts them: `x61x73`. */
const afterHex = /[hHuUxX]/;
/** The letter of an escape, as in `\n61`, or of a number system, as in `0x61`, `&H61`, `\u0061`. */
const beforeHex = /\\[bfnrt]$|(?<![A-Za-z])[xXuUhH]$/;
