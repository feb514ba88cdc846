import type { DecodedText } from './decoded-text.ts';
import { numberPlaces } from './number-places.ts';
import { leastBytes, type NumberStretch, numberStretches } from './number-stretches.ts';
import {
  type ByteOf,
  binaryByte,
  decimalByte,
  endOfDecimals,
  endOfDigits,
  hexByteAt,
  isDigit,
  isHexNumber,
  isNoNumber,
  isOfText,
  noByte,
  octalByte,
} from './number-tokens.ts';
import { UniformRuns } from './uniform-runs.ts';

/**
 * Reads the numbers of a text as bytes, with any separators: decimal, octal and binary numbers, and hexadecimal digits
 * in groups of any length. If every other number counts up, the rest are also read without them.
 */
export function* listedTexts(source: DecodedText): Generator<DecodedText> {
  for (const stretch of numberStretches(source.text)) {
    for (const turn of stretch.countsUp ? turns : noTurns) {
      for (const { name, add } of numberSystems) {
        if (stretch[name] >= leastBytes) {
          yield* textOf(
            source,
            name,
            runsOf(source.text, stretch, new UniformRuns(stretch[name]), add, turn),
          );
        }
      }
    }
  }
}

/** Which of two alternating numbers are read: both, the second, or the first. */
const noTurns = [null];
const turns = [null, 0, 1];

type AddNumber = (runs: UniformRuns, text: string, start: number, end: number) => void;

const numberSystems = [
  { name: 'decimal', add: adding(decimalByte) },
  { name: 'octal', add: adding(octalByte) },
  { name: 'binary', add: adding(binaryByte) },
  { name: 'hex', add: addHex },
] as const;

function adding(byteOf: ByteOf): AddNumber {
  return (runs, text, start, end) => {
    const byte = byteOf(text, start, end);
    if (byte !== noByte) {
      runs.add(byte, start);
    }
  };
}

function addHex(runs: UniformRuns, text: string, start: number, end: number): void {
  if (isHexNumber(text, start, end)) {
    let isFirst = true;
    for (let index = start; index < end; index += 2) {
      const byte = hexByteAt(text, index);
      if (isOfText(byte)) {
        runs.add(byte, index, isFirst);
        isFirst = false;
      }
    }
  }
}

function runsOf(
  text: string,
  { start: from, end: to }: NumberStretch,
  runs: UniformRuns,
  add: AddNumber,
  turn: number | null,
): UniformRuns {
  let numbers = 0;
  for (let index = from; index < to; ) {
    if (!isDigit(text.charCodeAt(index))) {
      runs.passOver(text, index);
      index += 1;
      continue;
    }
    const start = index;
    index = endOfDigits(text, start);
    if (!isNoNumber(text, start, index)) {
      numbers += 1;
      if (turn === null || (numbers & 1) === turn) {
        add(runs, text, start, index);
      }
    }
  }
  return runs;
}

const endOf = {
  decimal: endOfDecimals,
  octal: endOfDecimals,
  binary: endOfDigits,
  hex: (_: string, start: number) => start + 2,
};

function* textOf(source: DecodedText, system: keyof typeof endOf, runs: UniformRuns): Generator<DecodedText> {
  const { text, starts } = runs.read();
  if (text.length >= leastBytes) {
    const placeAt = (index: number) => {
      const start = starts[index] ?? 0;
      return { start, end: endOf[system](source.text, start) };
    };
    yield {
      text,
      isOfNumbers: true,
      placesOf: (start, end) =>
        numberPlaces(source.text, placeAt, start, end).flatMap((place) =>
          source.placesOf(place.start, place.end),
        ),
    };
  }
}
