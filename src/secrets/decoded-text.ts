/** A part of a text from `start` to `end`, exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A text decoded from another one, with the original positions of its characters. */
export interface DecodedText {
  readonly text: string;
  /** Whether the original has numbers instead of its characters. */
  readonly isOfNumbers: boolean;
  /** The original places of the characters from `start` to `end`, in order. Numbers of a list can have several. */
  placesOf(start: number, end: number): readonly Place[];
}

export function asItIs(text: string): DecodedText {
  return { text, isOfNumbers: false, placesOf: (start, end) => [{ start, end }] };
}

/** A text decoded from a part of another one, with functions from its indices to the positions there. */
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
