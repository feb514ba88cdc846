const escapeSequence =
  /%([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\(["\\/bfnrt])|&#(\d{1,7});|&#[xX]([0-9A-Fa-f]{1,6});|&(amp|lt|gt|quot|apos);/g;
const shortEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const mostLevels = 3;

/** A text in which escapes were resolved, and where in the original its characters come from. */
export interface DecodedText {
  readonly text: string;
  /** Index in the original at which the character at `index` begins. */
  originalStart(index: number): number;
  /** Index in the original behind the character at `index`. */
  originalEnd(index: number): number;
}

/**
 * The text itself, then with percent-encoding, JSON escapes and HTML character references resolved once,
 * twice, up to three times, as long as that changes anything. Percent-encoded bytes beyond ASCII become one
 * character each.
 */
export function decodedTexts(text: string): DecodedText[] {
  const levels: DecodedText[] = [
    { text, originalStart: (index) => index, originalEnd: (index) => index + 1 },
  ];
  for (let level = levels[0]; level !== undefined && levels.length <= mostLevels; ) {
    level = decodeOnce(level);
    if (level !== undefined) {
      levels.push(level);
    }
  }
  return levels;
}

function decodeOnce(source: DecodedText): DecodedText | undefined {
  if (!/[%\\&]/.test(source.text)) {
    return undefined;
  }
  const parts: string[] = [];
  /** Where each resolved escape stands: index in the decoded text, first and last index in the source. */
  const places: { readonly at: number; readonly first: number; readonly last: number }[] = [];
  let taken = 0;
  let length = 0;
  for (const match of source.text.matchAll(escapeSequence)) {
    const resolved = resolve(match);
    parts.push(source.text.slice(taken, match.index), resolved);
    length += match.index - taken;
    const last = match.index + match[0].length - 1;
    for (let unit = 0; unit < resolved.length; unit += 1) {
      places.push({ at: length + unit, first: match.index, last });
    }
    length += resolved.length;
    taken = last + 1;
  }
  if (places.length === 0) {
    return undefined;
  }
  parts.push(source.text.slice(taken));
  const before = (index: number) => lastAtOrBefore(places, index);
  return {
    text: parts.join(''),
    originalStart(index) {
      const place = before(index);
      return source.originalStart(place === undefined ? index : sourceIndex(place, index, place.first));
    },
    originalEnd(index) {
      const place = before(index);
      return source.originalEnd(place === undefined ? index : sourceIndex(place, index, place.last));
    },
  };
}

function sourceIndex(
  place: { readonly at: number; readonly last: number },
  index: number,
  own: number,
): number {
  return index === place.at ? own : place.last + index - place.at;
}

function lastAtOrBefore<Place extends { readonly at: number }>(
  places: readonly Place[],
  index: number,
): Place | undefined {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const place = places[middle];
    if (place !== undefined && place.at <= index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return places[low - 1];
}

function resolve(match: RegExpExecArray): string {
  const [whole, byte, unit, short, decimal, hexadecimal, name] = match;
  if (byte !== undefined) {
    return String.fromCharCode(Number.parseInt(byte, 16));
  }
  if (unit !== undefined) {
    return String.fromCharCode(Number.parseInt(unit, 16));
  }
  const letter = short ?? name;
  if (letter !== undefined) {
    return shortEscapes[letter] ?? letter;
  }
  const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
}
