/** A text that was read out of another one, and where in that one its characters come from. */
export interface DecodedText {
  readonly text: string;
  /** Whether its characters are numbers of the original, so that something else may stand between them. */
  readonly isOfNumbers: boolean;
  /** Index in the original at which the character at `index` begins. */
  originalStart(index: number): number;
  /** Index in the original behind the character at `index`. */
  originalEnd(index: number): number;
}

/** A text as it is. */
export function asItIs(text: string): DecodedText {
  return { text, isOfNumbers: false, originalStart: (index) => index, originalEnd: (index) => index + 1 };
}

/** A text as it was read out of a part of another one: where its characters begin and end in that. */
export function readWithin(
  source: DecodedText,
  text: string,
  { start, end }: { readonly start: (index: number) => number; readonly end: (index: number) => number },
): DecodedText {
  return {
    text,
    isOfNumbers: source.isOfNumbers,
    originalStart: (index) => source.originalStart(start(index)),
    originalEnd: (index) => source.originalEnd(end(index) - 1),
  };
}

/** The place of the last number that is not above another one, in numbers in order; -1 where there is none. */
export function lastAtOrBefore(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= most) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
