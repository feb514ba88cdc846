import type { Piece } from './piece-search.ts';

/** What goes on from a list that was replaced by one text: nothing that may end a string, and no number of JSON. */
const staysWhole = /^(?!\d+\s*,)[^"[\]{}]*$/;
/** The name of a member, an escape, or a number. */
const parts = /"[^"\\]{0,80}\\{0,7}"\s{0,40}:|(\\u)[0-9A-Fa-f]{4}|\d[0-9A-Fa-f]*(?:(?<=[eE])[-+]\d+)?/g;

/**
 * The places to replace for a piece of a key that stands in numbers: all of it where that breaks nothing. Within JSON
 * each number becomes a zero, and the names of members stay.
 */
export function* numberPieces(text: string, piece: Piece): Generator<Piece> {
  const found = text.slice(piece.start, piece.end);
  if (staysWhole.test(found)) {
    yield piece;
    return;
  }
  let isContinued = false;
  for (const match of found.matchAll(parts)) {
    const [part, unicodeEscape] = match;
    if (!part.endsWith(':')) {
      const start = piece.start + match.index;
      const shownAs = unicodeEscape === undefined ? '0' : '\\u0030';
      yield { ...piece, start, end: start + part.length, shownAs, isContinued };
      isContinued = true;
    }
  }
}
