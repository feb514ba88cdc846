const digitKind = 1;
const hexLetterKind = 2;
const letterKind = 4;

/** Decimal digits, the letters of hexadecimal digits, and other letters. */
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

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function isLetter(code: number): boolean {
  return ((kinds[code] ?? 0) & (hexLetterKind | letterKind)) !== 0;
}

/** The end of the hexadecimal digits that begin at `start`. */
export function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  while ((kindAt(text, end) & (digitKind | hexLetterKind)) !== 0) {
    end += 1;
  }
  return end;
}

/** The end of the decimal digits that begin at `start`. A letter after them may belong to the following text. */
export function endOfDecimals(text: string, start: number): number {
  let end = start + 1;
  while (isDigit(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

/** Whether digits belong to a prefix (`0x`, `0o`) or to a type suffix (`97u8`, `97i16`) and are not a number. */
export function isNoNumber(text: string, start: number, end: number): boolean {
  return (
    (end - start === 1 && text.charCodeAt(start) === 0x30 && kindAt(text, end) === letterKind) ||
    isWidth(text, start)
  );
}

function isWidth(text: string, start: number): boolean {
  const before = text.charCodeAt(start - 1);
  return (
    (before === 0x75 || before === 0x69) && (kindAt(text, start - 2) & (digitKind | hexLetterKind)) !== 0
  );
}

export const noByte = -1;

/** The byte of text that a number denotes in one radix; -1 if it denotes none. */
export type ByteOf = (text: string, start: number, end: number) => number;

/** Whether a byte may be text. Other bytes are indices of a list, or the upper bytes of UTF-16. */
export function isOfText(code: number): boolean {
  return code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

function byteOf(radix: number, leastDigits: number, mostDigits: number): ByteOf {
  return (text, start, end) => {
    if (end - start < leastDigits) {
      return noByte;
    }
    let byte = 0;
    let index = start;
    for (; index < end && isDigit(text.charCodeAt(index)); index += 1) {
      const digit = text.charCodeAt(index) - 0x30;
      if (digit >= radix || index - start === mostDigits) {
        return noByte;
      }
      byte = byte * radix + digit;
    }
    return index - start >= leastDigits && byte < 256 && isOfText(byte) ? byte : noByte;
  };
}

export const decimalByte = byteOf(10, 1, 4);
export const octalByte = byteOf(8, 2, 4);
const bareBinaryByte = byteOf(2, 7, 8);
/** The prefix `0b` consists of hexadecimal digits. */
export const binaryByte: ByteOf = (text, start, end) =>
  bareBinaryByte(text, (text.charCodeAt(start + 1) | 0x20) === 0x62 ? start + 2 : start, end);

/** The byte of two hexadecimal digits. */
export function hexByteAt(text: string, index: number): number {
  return 16 * hexDigit(text.charCodeAt(index)) + hexDigit(text.charCodeAt(index + 1));
}

function hexDigit(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** Whether hexadecimal digits make up whole bytes and are not part of a word. */
export function isHexNumber(text: string, start: number, end: number): boolean {
  return (
    (end - start) % 2 === 0 &&
    ((kindAt(text, end) & letterKind) === 0 || afterHex.test(text[end] ?? '')) &&
    (kindAt(text, start - 1) === 0 || beforeHex.test(text.slice(Math.max(0, start - 2), start)))
  );
}

/** `61h`, and the prefix of the next number if there is no separator: `x61x73`. */
const afterHex = /[hHuUxX]/;
/** The letter of an escape, as in `\n61`, or of a prefix, as in `0x61`, `&H61`, `\u0061`. */
const beforeHex = /\\[bfnrt]$|(?<![A-Za-z])[xXuUhH]$/;
