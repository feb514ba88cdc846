/** A part of a text, from `start` up to, not including, `end`. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text that was read out of another one, and where in that one its characters come from. */
export interface DecodedText {
  readonly text: string;
  /** Whether its characters are numbers in the original. */
  readonly isOfNumbers: boolean;
  /** The places in the original of the characters from `start` up to `end`, in order. Numbers of a list can have several. */
  placesOf(start: number, end: number): readonly Place[];
}

/** A text as it is. */
export function asItIs(text: string): DecodedText {
  return { text, isOfNumbers: false, placesOf: (start, end) => [{ start, end }] };
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
    placesOf: (first, last) => source.placesOf(start(first), end(last - 1)),
  };
}
