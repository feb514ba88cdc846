import { mayHoldList } from './number-stretches.ts';
import { type DecodedText, readWithin } from './rebuilt-text.ts';

/** The value of each base64 character of either alphabet, and 255 for other characters. */
const sextets = new Uint8Array(128).fill(255);
for (const alphabet of ['+/', '-_']) {
  const all = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (let value = 0; value < all.length; value += 1) {
    sextets[all.charCodeAt(value)] = value;
  }
}

/** Two groups of base64 that decode to bytes below 128. Text without such groups contains no encoded text. */
const likelyBase64 = /(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_-]){2}/g;
const base64Run = /[A-Za-z0-9+/_-]*/y;
/** Nine bytes in hexadecimal digits that may be text, including NUL. */
const likelyHex = new RegExp('[02-7][0-9A-Fa-f]'.repeat(9), 'g');
const hexRun = /[0-9A-Fa-f]*/y;
/** The minimum number of consecutive characters that decode to ASCII. Shorter runs are coincidences. */
const leastAsciiBase64 = 11;
const leastAsciiHex = 18;

/** Whether a text has a run that may be worth decoding. */
export function hasRuns(text: string): boolean {
  return text.search(likelyBase64) !== -1 || text.search(likelyHex) !== -1 || mayHoldList(text);
}

/** Decodes base64 and hexadecimal digits that may be ASCII. Other bytes contain no key. */
export function* bytesReadAsText(source: DecodedText): Generator<DecodedText> {
  for (const [start, end] of runs(source.text, likelyBase64, base64Run)) {
    yield* base64Texts(source, start, end);
  }
  for (const [start, end] of runs(source.text, likelyHex, hexRun)) {
    yield* hexTexts(source, start, end);
  }
}

/** The runs of characters that contain a match of `likely`, from that match to the end of the run. */
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
  // The match may begin within a group of four.
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

/** Whether base64 that begins at `from` has a stretch of bytes below 128. Searches each stretch from its end. */
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

/** Whether a character at this position in a group of four may encode bytes below 128. */
function isAsciiSextet(code: number, place: number): boolean {
  return ((sextets[code] ?? 0) & (topBits[place] ?? 0)) === 0;
}

/** The position of the top bit of a byte in each character of a group. */
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

/** Whether two digits denote an ASCII byte of text, or NUL. */
function isOfText(text: string, index: number): boolean {
  const digit = text.charCodeAt(index);
  return (digit >= 0x32 && digit <= 0x37) || (digit === 0x30 && /[09AaDd]/.test(text[index + 1] ?? ''));
}
