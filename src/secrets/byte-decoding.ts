import { type DecodedText, readWithin } from './decoded-text.ts';

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
/** Nine bytes below 128 in hexadecimal digits. */
const likelyHex = new RegExp('[0-7][0-9A-Fa-f]'.repeat(9), 'g');
const hexRun = /[0-9A-Fa-f]*/y;
/** Eight numbers of bytes, and what parts them. */
const likelyList = /[0-9A-Fa-f]{2,3}[,:; \t\r\n][0-9A-Fa-foOxX,:; \t\r\n]{20}/g;
const listRun = /[0-9A-Fa-foOxX,:; \t\r\n]*/y;
const leastNumbers = 8;
/** So many characters in a row that may be of ASCII: fewer come about by chance, and hold nothing. */
const leastAsciiBase64 = 11;
const leastAsciiHex = 18;

/** Whether a text has any run that is worth reading. */
export function hasRuns(text: string): boolean {
  return text.search(likelyBase64) !== -1 || text.search(likelyHex) !== -1 || text.search(likelyList) !== -1;
}

/**
 * What a text says where its base64, its hexadecimal digits, its lists of numbers of bytes or its UTF-16 are read.
 * Of base64 and digits only what may be ASCII: other bytes hold no key.
 */
export function* bytesReadAsText(source: DecodedText): Generator<DecodedText> {
  for (const [start, end] of runs(source.text, likelyBase64, base64Run)) {
    yield* base64Texts(source, start, end);
  }
  for (const [start, end] of runs(source.text, likelyHex, hexRun)) {
    yield* hexTexts(source, start, end);
  }
  yield* listedAndWideTexts(source);
}

/** Lists of numbers of bytes, and UTF-16 of either byte order. */
export function* listedAndWideTexts(source: DecodedText): Generator<DecodedText> {
  for (const [start, end] of runs(source.text, likelyList, listRun)) {
    yield* listTexts(source, start, end);
  }
  if (source.text.includes('\0')) {
    yield withoutNuls(source);
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
      const digit = source.text.charCodeAt(index);
      stretch = digit >= 0x30 && digit <= 0x37 ? stretch + 2 : 0;
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

/** What stands in the text of a list for what is no byte. */
const noByte = '\uffff';

function* listTexts(source: DecodedText, start: number, end: number): Generator<DecodedText> {
  const tokens = [...source.text.slice(start, end).matchAll(/[0-9A-Za-z]+/g)];
  if (tokens.length < leastNumbers) {
    return;
  }
  for (const byteOf of [decimalByte, hexByte, octalByte]) {
    const bytes = tokens.map(([token]) => byteOf(token));
    if (bytes.filter((byte) => byte !== noByte).length >= leastNumbers) {
      yield readWithin(source, bytes.join(''), {
        start: (index) => start + (tokens[index]?.index ?? 0),
        end: (index) => start + (tokens[index]?.index ?? 0) + (tokens[index]?.[0].length ?? 0),
      });
    }
  }
}

function decimalByte(token: string): string {
  const value = /^\d{1,3}$/.test(token) ? Number(token) : 256;
  return value < 256 ? String.fromCharCode(value) : noByte;
}

function hexByte(token: string): string {
  const digits = /^(?:0[xX])?([0-9A-Fa-f]{2})$/.exec(token)?.[1];
  return digits === undefined ? noByte : String.fromCharCode(Number.parseInt(digits, 16));
}

function octalByte(token: string): string {
  const digits = /^(?:0[oO]?)?([0-3]?[0-7]{1,2})$/.exec(token)?.[1];
  return digits === undefined ? noByte : String.fromCharCode(Number.parseInt(digits, 8));
}

function withoutNuls(source: DecodedText): DecodedText {
  const parts = source.text.split('\0');
  const kept: number[] = [];
  let at = 0;
  for (const { length } of parts) {
    for (let index = 0; index < length; index += 1) {
      kept.push(at + index);
    }
    at += length + 1;
  }
  const place = (index: number) => kept[index] ?? source.text.length;
  return readWithin(source, parts.join(''), { start: place, end: (index) => place(index) + 1 });
}
