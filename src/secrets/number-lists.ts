import { type DecodedText, readWithin } from './decoded-text.ts';
import {
  type ByteOf,
  binaryByte,
  decimalByte,
  isHexToken,
  leastBytes,
  type NumberTokens,
  numberStretches,
  numberTokens,
  octalByte,
} from './number-tokens.ts';

/**
 * What a text says where the numbers in it are read as bytes, whatever parts them: decimal, octal and binary ones, and
 * hexadecimal ones in groups of any length. Where each second number counts up, the others are read as well.
 */
export function* listedTexts(source: DecodedText): Generator<DecodedText> {
  for (const [start, end] of numberStretches(source.text)) {
    const tokens = numberTokens(source.text, start, end);
    yield* readings(source, tokens);
    if (countsUp(source.text, tokens)) {
      yield* readings(source, everySecond(tokens, 0));
      yield* readings(source, everySecond(tokens, 1));
    }
  }
}

/** Bytes, and where each of them stands. */
interface Bytes {
  readonly codes: number[];
  readonly starts: number[];
  readonly ends: number[];
}

function* readings(source: DecodedText, tokens: NumberTokens): Generator<DecodedText> {
  for (const read of [decimalByte, octalByte, binaryByte]) {
    yield* decodedBytes(source, bytesOf(source.text, tokens, read));
  }
  yield* decodedBytes(source, hexBytesOf(source.text, tokens));
}

function* decodedBytes(source: DecodedText, { codes, starts, ends }: Bytes): Generator<DecodedText> {
  if (codes.length >= leastBytes) {
    const text = Buffer.from(codes).toString('latin1');
    const places = { start: (index: number) => starts[index] ?? 0, end: (index: number) => ends[index] ?? 0 };
    yield { ...readWithin(source, text, places), isOfNumbers: true };
  }
}

function bytesOf(text: string, { starts, ends }: NumberTokens, read: ByteOf): Bytes {
  const bytes: Bytes = { codes: [], starts: [], ends: [] };
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    add(bytes, read(text, start, end), start, end);
  }
  return bytes;
}

function hexBytesOf(text: string, { starts, ends }: NumberTokens): Bytes {
  const bytes: Bytes = { codes: [], starts: [], ends: [] };
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    if (isHexToken(text, start, end)) {
      for (let place = start; place < end; place += 2) {
        add(
          bytes,
          16 * hexDigit(text.charCodeAt(place)) + hexDigit(text.charCodeAt(place + 1)),
          place,
          place + 2,
        );
      }
    }
  }
  return bytes;
}

function hexDigit(code: number): number {
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}

/** Other bytes than of text are left out: they are what a list counts with, or one half of UTF-16. */
function add({ codes, starts, ends }: Bytes, code: number, start: number, end: number): void {
  if (code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d) {
    codes.push(code);
    starts.push(start);
    ends.push(end);
  }
}

/** Between eight bytes stand seven numbers that count them. */
const leastSteps = leastBytes - 2;

/** Whether each second number is one more than the one before it, for as long as a piece of a key lasts. */
function countsUp(text: string, { starts, ends }: NumberTokens): boolean {
  const steps = [0, 0];
  const before = [0, 0];
  for (let index = 0; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    const number = end - start < 9 ? Number(text.slice(start, end)) : Number.NaN;
    const parity = index & 1;
    steps[parity] = number === (before[parity] ?? 0) + 1 ? (steps[parity] ?? 0) + 1 : 0;
    before[parity] = number;
    if (steps[parity] === leastSteps) {
      return true;
    }
  }
  return false;
}

function everySecond({ starts, ends }: NumberTokens, parity: 0 | 1): NumberTokens {
  const ofParity = (_: number, index: number) => (index & 1) === parity;
  return { starts: starts.filter(ofParity), ends: ends.filter(ofParity) };
}
