import type { Piece } from './piece-search.ts';

/**
 * A text with what stands for a secret in each place where one was found, and in how many. What is JSON, XML or HTML stays it: an
 * escape is replaced as a whole, and numbers of JSON become zeros.
 */
export function maskedText(
  text: string,
  pieces: readonly Piece[],
): { readonly text: string; readonly count: number } {
  const ordered = pieces
    .map((piece) => widened(text, piece))
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const parts: string[] = [];
  let taken = 0;
  let count = 0;
  for (let index = 0; index < ordered.length; ) {
    let longest = ordered[index];
    if (longest === undefined) {
      break;
    }
    const start = longest.start;
    let end = longest.end;
    index += 1;
    // Overlapping places become one, with the name of the longest: no rest of a secret is left between them.
    for (let next = ordered[index]; next !== undefined && next.start < end; next = ordered[index]) {
      longest = outweighs(next, longest) ? next : longest;
      end = Math.max(end, next.end);
      index += 1;
    }
    parts.push(text.slice(taken, start), maskOf(text, start, end, longest));
    taken = end;
    count += longest.isContinued === true ? 0 : 1;
  }
  parts.push(text.slice(taken));
  return { text: parts.join(''), count };
}

/** Whether a place is the longer one, or as long and goes on from one that was counted. */
function outweighs(one: Piece, other: Piece): boolean {
  const more = one.end - one.start - (other.end - other.start);
  return more > 0 || (more === 0 && one.isContinued === true);
}

/** Numbers of JSON have commas between them, at most one decimal point each, and signs only in front or in an exponent. */
const noNumbersOfJson = /[^\d\s,.eE+-]|\d\s+\d|\d[-+]|[.]\d+[.]/;

function maskOf(text: string, start: number, end: number, { shownAs, isOfNumbers }: Piece): string {
  const found = text.slice(start, end);
  if (isOfNumbers !== true || noNumbersOfJson.test(found)) {
    return shownAs;
  }
  const zeros = found.replace(/\d+/g, '0');
  // A number of JSON has no leading zero.
  return /\d/.test(text[end] ?? '') ? zeros.replace(/0$/, '1') : zeros;
}

/** An escape of JSON or C, or a character reference. */
const escapeSequence =
  /\\(?:u[0-9A-Fa-f]{4}|[0-3]?[0-7]{1,2}|[^u])|&(?:#\d{1,20}|#[xX][0-9A-Fa-f]{1,20}|[A-Za-z]{2,8});/y;
const longestEscape = 24;

function widened(text: string, piece: Piece): Piece {
  return {
    ...piece,
    start: escapeAround(text, piece.start)?.[0] ?? piece.start,
    end: escapeAround(text, piece.end)?.[1] ?? piece.end,
  };
}

/** The escape that a place is within, or `null`. */
function escapeAround(text: string, place: number): readonly [start: number, end: number] | null {
  for (let start = place - 1; start >= 0 && start > place - longestEscape; start -= 1) {
    if (text[start] === '&' || (text[start] === '\\' && beginsEscape(text, start))) {
      escapeSequence.lastIndex = start;
      if (escapeSequence.test(text) && escapeSequence.lastIndex > place) {
        return [start, escapeSequence.lastIndex];
      }
    }
  }
  return null;
}

/** Of several backslashes each second one is what the one before it stands for. */
function beginsEscape(text: string, place: number): boolean {
  let first = place;
  while (text[first - 1] === '\\') {
    first -= 1;
  }
  return (place - first) % 2 === 0;
}
