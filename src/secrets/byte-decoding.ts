import { type DecodedText, readWithin } from './decoded-text.ts';
import { mayHoldList } from './number-stretches.ts';

/** The value of a character of base64 of either alphabet; of any other one 255. */
const sextets = new Uint8Array(128).fill(255);
for (const alphabet of ['+/', '-_']) {
  const all = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (let value = 0; value < all.length; value += 1) {
    sextets[all.charCodeAt(value)] = value;
  }
}

/** Two groups of base64 of bytes below 128: without them, nothing that was encoded before stands within. */
const likelyBase64 = /(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]){2}/g;
const base64Run = /[A-Za-z0-9+/_-]*/y;
/** Nine bytes in hexadecimal digits that may be text, NUL included. */
const likelyHex = new RegExp('[02-7][0-9A-Fa-f]'.repeat(9), 'g');
const hexRun = /[0-9A-Fa-f]*/y;
/** So many characters in a row that may be of ASCII: fewer come about by chance, and hold nothing. */
const leastAsciiBase64 = 11;
const leastAsciiHex = 18;

/** Whether a text has any run that is worth reading. */
export function hasRuns(text: string): boolean {
  return text.search(likelyBase64) !== -1 || text.search(likelyHex) !== -1 || mayHoldList(text);
}

/**
 * What a text says where its base64 or its hexadecimal digits are read. Of both only what may be ASCII: other bytes hold no key.
 */
export function* bytesReadAsText(source: DecodedText): Generator<DecodedText> {
  for (const [start, end] of runs(source.text, likelyBase64, base64Run)) {
    yield* base64Texts(source, start, end);
  }
  for (const [start, end] of runs(source.text, likelyHex, hexRun)) {
    yield* hexTexts(source, start, end);
  }
}

/** The runs of characters in which something likely stands, from where it begins to where they end. */
function* runs(text: string, likely: RegExp, run: RegExp): Generator<readonly [start: number, end: number]> {
  const pattern = new RegExp(likely);
  const rest = new RegExp(run);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rest.lastIndex = match.index;
    rest.test(text);
    yield [match.index, rest.lastIndex];
    pattern.lastIndex = rest.lastIndex;
  }
}

function* base64Texts(source: DecodedText, found: number, end: number): Generator<DecodedText> {
  // A part of a group may stand in front.
  const start =
    found - (/[A-Za-z0-9+/_-]*$/.exec(source.text.slice(Math.max(0, found - 3), found))?.[0].length ?? 0);
  for (let from = start; from < start + 4; from += 1) {
    if (mayBeAscii(source.text, from, end)) {
      const text = Buffer.from(source.text.slice(from, end), 'base64').toString('latin1');
      yield readWithin(source, text, {
        start: (index) => from + Math.floor((index * 8) / 6),
        end: (index) => from + Math.floor((index * 8 + 7) / 6) + 1,
      });
    }
  }
}

/** Whether base64 that begins at `from` has a stretch of bytes below 128. It looks from the end of each stretch on. */
function mayBeAscii(text: string, from: number, end: number): boolean {
  for (let last = from + leastAsciiBase64 - 1; last < end; ) {
    let index = last;
    while (index > last - leastAsciiBase64 && isAsciiSextet(text.charCodeAt(index), (index - from) & 3)) {
      index -= 1;
    }
    if (index === last - leastAsciiBase64) {
      return true;
    }
    last = index + leastAsciiBase64;
  }
  return false;
}

/** Whether bytes below 128 may have a character at that place in a group of four. */
function isAsciiSextet(code: number, place: number): boolean {
  return ((sextets[code] ?? 0) & (topBits[place] ?? 0)) === 0;
}

/** Where the first bit of a byte stands in each character of a group. */
const topBits = [32, 8, 2, 0] as const;

function* hexTexts(source: DecodedText, start: number, end: number): Generator<DecodedText> {
  for (let from = start; from < start + 2; from += 1) {
    let stretch = 0;
    for (let index = from; index + 1 < end && stretch < leastAsciiHex; index += 2) {
      stretch = isOfText(source.text, index) ? stretch + 2 : 0;
    }
    if (stretch >= leastAsciiHex) {
      const text = Buffer.from(source.text.slice(from, end), 'hex').toString('latin1');
      yield readWithin(source, text, {
        start: (index) => from + index * 2,
        end: (index) => from + index * 2 + 2,
      });
    }
  }
}

/** Whether two digits are a byte of text in ASCII, or a NUL. */
function isOfText(text: string, index: number): boolean {
  const digit = text.charCodeAt(index);
  return (digit >= 0x32 && digit <= 0x37) || (digit === 0x30 && /[09AaDd]/.test(text[index + 1] ?? ''));
}
