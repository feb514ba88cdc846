/** A text that was read out of another one, and where in that one its characters come from. */
export interface DecodedText {
  readonly text: string;
  /** Index in the original at which the character at `index` begins. */
  originalStart(index: number): number;
  /** Index in the original behind the character at `index`. */
  originalEnd(index: number): number;
}

/** A text as it is. */
export function asItIs(text: string): DecodedText {
  return { text, originalStart: (index) => index, originalEnd: (index) => index + 1 };
}

/** A text as it was read out of a part of another one: where its characters begin and end in that. */
export function readWithin(
  source: DecodedText,
  text: string,
  { start, end }: { readonly start: (index: number) => number; readonly end: (index: number) => number },
): DecodedText {
  return {
    text,
    originalStart: (index) => source.originalStart(start(index)),
    originalEnd: (index) => source.originalEnd(end(index) - 1),
  };
}
