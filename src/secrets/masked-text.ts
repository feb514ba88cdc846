import type { Piece } from './form-search.ts';

/**
 * Replaces each piece of a secret by its placeholder, and counts the pieces: overlapping ones are one, under the name of
 * the longest. JSON, XML and HTML stay well-formed: whole escape sequences are replaced, and JSON numbers become zeros.
 */
export function maskedText(
  text: string,
  pieces: readonly Piece[],
): { readonly text: string; readonly count: number } {
  const ordered = pieces
    .map((piece) => widened(text, piece))
    .sort((left, right) => left.start - right.start || weightOf(right) - weightOf(left));
  const parts: string[] = [];
  let taken = 0;
  let count = 0;
  for (let index = 0; index < ordered.length; ) {
    let longest = ordered[index];
    if (longest === undefined) {
      break;
    }
    const start = longest.start;
    let { end, isOfNumbers } = longest;
    index += 1;
    for (let next = ordered[index]; next !== undefined && next.start < end; next = ordered[index]) {
      longest = weightOf(next) > weightOf(longest) ? next : longest;
      end = Math.max(end, next.end);
      isOfNumbers &&= next.isOfNumbers;
      index += 1;
    }
    const found = text.slice(start, end);
    const zeros = isOfNumbers && found.includes(',') ? found.replace(/\d+/g, '0') : null;
    parts.push(text.slice(taken, start), zeros ?? longest.shownAs);
    taken = end;
    count += 1;
  }
  parts.push(text.slice(taken));
  return { text: parts.join(''), count };
}

/** Its length; of equally long ones, a secret as it is outweighs another form. */
function weightOf({ start, end, isValue }: Piece): number {
  return end - start + (isValue ? 0.5 : 0);
}

/** An escape sequence of JSON or C, or a character reference. */
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

/** The escape sequence around a position, or `null`. */
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

/** Of consecutive backslashes, every second one is escaped by the one before it. */
function beginsEscape(text: string, place: number): boolean {
  let first = place;
  while (text[first - 1] === '\\') {
    first -= 1;
  }
  return (place - first) % 2 === 0;
}
