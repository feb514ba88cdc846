/** One way to write characters by others: what it looks like, and what one such sequence stands for. */
interface EscapeScheme {
  /** A character without which there is no such sequence. */
  readonly mark: string;
  readonly pattern: RegExp;
  readonly resolve: (match: RegExpExecArray) => string;
}

const jsonLetters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const schemes: readonly EscapeScheme[] = [
  {
    mark: '%',
    pattern: /%([0-9A-Fa-f]{2})/g,
    resolve: ([, byte = '']) => String.fromCharCode(Number.parseInt(byte, 16)),
  },
  {
    mark: '\\',
    pattern: /\\(?:u([0-9A-Fa-f]{4})|(["\\/bfnrt]))/g,
    resolve: ([, unit, letter = '']) =>
      unit === undefined ? (jsonLetters[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
  },
  {
    mark: '&',
    pattern: /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|(amp|lt|gt|quot|apos));/g,
    resolve: ([whole, decimal, hexadecimal, name]) => {
      if (name !== undefined) {
        return entities[name] ?? whole;
      }
      const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
    },
  },
];

/** Encodings within encodings that are resolved: a percent-encoded text in a JSON string is two. */
const mostLevels = 2;

/** A text in which escapes were resolved, and where in the original its characters come from. */
export interface DecodedText {
  readonly text: string;
  /** Index in the original at which the character at `index` begins. */
  originalStart(index: number): number;
  /** Index in the original behind the character at `index`. */
  originalEnd(index: number): number;
}

/**
 * The text itself, then what percent-encoding, JSON escapes or HTML character references make of it, each
 * alone, and any two of them one after the other. Percent-encoded bytes beyond ASCII become one character each.
 */
export function decodedTexts(text: string): DecodedText[] {
  const all: DecodedText[] = [{ text, originalStart: (index) => index, originalEnd: (index) => index + 1 }];
  const seen = new Set([text]);
  let latest = all;
  for (let level = 1; level <= mostLevels && latest.length > 0; level += 1) {
    latest = latest
      .flatMap((source) => schemes.map((scheme) => decodeOnce(source, scheme)))
      .filter((decoded) => decoded !== null)
      .filter((decoded) => seen.size < seen.add(decoded.text).size);
    all.push(...latest);
  }
  return all;
}

/** Where a resolved sequence stands: index in the decoded text, first and last index in the source. */
interface Resolved {
  readonly at: number;
  readonly first: number;
  readonly last: number;
}

function decodeOnce(source: DecodedText, scheme: EscapeScheme): DecodedText | null {
  if (!source.text.includes(scheme.mark)) {
    return null;
  }
  const parts: string[] = [];
  const places: Resolved[] = [];
  let taken = 0;
  let length = 0;
  for (const match of source.text.matchAll(scheme.pattern)) {
    const character = scheme.resolve(match);
    parts.push(source.text.slice(taken, match.index), character);
    length += match.index - taken;
    const last = match.index + match[0].length - 1;
    for (let unit = 0; unit < character.length; unit += 1) {
      places.push({ at: length + unit, first: match.index, last });
    }
    length += character.length;
    taken = last + 1;
  }
  if (places.length === 0) {
    return null;
  }
  parts.push(source.text.slice(taken));
  return mapped(parts.join(''), places, source);
}

function mapped(text: string, places: readonly Resolved[], source: DecodedText): DecodedText {
  const inSource = (index: number, end: 'first' | 'last') => {
    const place = lastAtOrBefore(places, index);
    if (place === undefined) {
      return index;
    }
    return index === place.at ? place[end] : place.last + index - place.at;
  };
  return {
    text,
    originalStart: (index) => source.originalStart(inSource(index, 'first')),
    originalEnd: (index) => source.originalEnd(inSource(index, 'last')),
  };
}

function lastAtOrBefore(places: readonly Resolved[], index: number): Resolved | undefined {
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
