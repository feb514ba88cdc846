import { bytesReadAsText, hasRuns } from './byte-decoding.ts';
import { unescapedTexts, type Wanted } from './escape-schemes.ts';
import { listedTexts } from './number-lists.ts';
import { HitLimit, type Piece, PieceSearch } from './piece-search.ts';
import { asItIs, type DecodedText, joinedLines, mayBeWrapped, withoutNuls } from './rebuilt-text.ts';
import type { Writing } from './secret-writings.ts';

const percent = 0x25;
const ampersand = 0x26;
const backslash = 0x5c;
const lineFeed = 0x0a;

/** Whether a decoded character may begin another encoding, or separate the numbers of a list. */
function beginsAnother(code: number, text: string, start: number, end: number): boolean {
  switch (code) {
    case 0:
      return true;
    case percent:
      return /[0-9A-Fa-f%&\\]/.test(text[end] ?? '');
    case ampersand:
      return /[#%&\\]/.test(text[end] ?? '') || /^[A-Za-z]{2,8};/.test(text.slice(end, end + 9));
    case backslash:
      // In JSON within JSON, quotes and line feeds have several backslashes and are not part of a key.
      return /[uUx/%&0-7]/.test(text[end] ?? '') || end - start > 2;
    case lineFeed:
      return /[[,]/.test(text[start - 1] ?? '');
    default:
      return (code === 0x20 || code === 0x2c) && /[0-9A-Fa-f%&\\]/.test(text[end] ?? '');
  }
}

/** A text without these characters is neither escaped nor wrapped nor UTF-16. */
const marked = /[%\\&\0\r\n]/;
const markedWithin = /[%\\&\0]/;

function mayBeEncoded(text: string): boolean {
  return (marked.test(text) && (markedWithin.test(text) || mayBeWrapped(text))) || hasRuns(text);
}

/**
 * Finds secrets in texts in all common encodings, also nested. The recording and the final search share this decoder.
 *
 * Most texts need a single pass. Escapes are decoded only around characters that matter, and base64, digits and lists
 * only if they are long enough and may be ASCII.
 */
export class SecretSearch {
  readonly #pieces: PieceSearch;
  readonly #characters = new Uint8Array(0x100);
  #isEmpty = true;

  /** @param ordinaryTexts texts whose parts never count as pieces */
  constructor(ordinaryTexts: readonly string[]) {
    this.#pieces = new PieceSearch(ordinaryTexts);
  }

  add(writings: readonly Writing[]): void {
    for (const writing of writings) {
      this.#isEmpty = false;
      this.#pieces.add(writing);
      for (let index = 0; index < writing.text.length; index += 1) {
        this.#characters[writing.text.charCodeAt(index)] = 1;
      }
    }
  }

  /**
   * All pieces of secrets in a text, in any order, possibly overlapping.
   *
   * @param layers the number of nested encodings to decode; with 0 only what one search of the text finds
   * @param limit the maximum number of matches; beyond it, the result is incomplete
   */
  find(text: string, layers: number, limit: HitLimit = new HitLimit()): readonly Piece[] {
    if (this.#isEmpty) {
      return [];
    }
    const plain = this.#pieces.find(text, limit);
    return layers > 0 && mayBeEncoded(text) && !limit.isPassed
      ? [...plain, ...this.#findEncoded(text, layers, limit)]
      : plain;
  }

  #findEncoded(text: string, layers: number, limit: HitLimit): Piece[] {
    const pieces: Piece[] = [];
    for (const decoded of this.#decodings(asItIs(text), layers)) {
      this.#collect(decoded, pieces, limit);
      if (limit.isPassed) {
        break;
      }
    }
    return pieces;
  }

  /** Joining lines does not count as an encoding, because base64 may be wrapped or not. */
  *#decodings(source: DecodedText, layers: number): Generator<DecodedText> {
    yield* this.#decodingsOf(source, layers);
    const joined = joinedLines(source);
    if (joined !== null) {
      yield joined;
      yield* this.#decodingsOf(joined, layers);
    }
  }

  *#decodingsOf(source: DecodedText, layers: number): Generator<DecodedText> {
    for (const decoded of this.#decodedOnce(source, layers === 1)) {
      yield decoded;
      if (layers > 1 && mayBeEncoded(decoded.text)) {
        yield* this.#decodings(decoded, layers - 1);
      }
    }
  }

  /** The writings of a secret include base64, base32 and hexadecimal digits, so the innermost ones need no decoding. */
  *#decodedOnce(source: DecodedText, isInnermost: boolean): Generator<DecodedText> {
    yield* unescapedTexts(source, this.#wanted);
    yield* listedTexts(source);
    const narrow = withoutNuls(source);
    if (narrow !== null) {
      yield narrow;
    }
    if (!isInnermost) {
      yield* bytesReadAsText(source);
    }
  }

  /** Characters of a secret, and those that may begin a nested encoding. */
  readonly #wanted: Wanted = {
    matters: (code, text, start, end) =>
      this.#characters[code] === 1 || beginsAnother(code, text, start, end),
    holdsAny: (characters) =>
      [...characters].some((character) => this.#characters[character.charCodeAt(0)] === 1),
  };

  #collect(decoded: DecodedText, pieces: Piece[], limit: HitLimit): void {
    const { isOfNumbers } = decoded;
    for (const { start, end, ...named } of this.#pieces.find(decoded.text, limit)) {
      const places = decoded.placesOf(start, end);
      const shownAs = places.length > 1 ? '0' : named.shownAs;
      places.forEach((place, index) => {
        pieces.push({ ...named, ...place, shownAs, isOfNumbers, isContinued: index > 0 });
      });
    }
  }
}
