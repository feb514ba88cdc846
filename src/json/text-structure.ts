const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/**
 * The most levels of values that are read, so that they can be walked by recursion: more than an error has that repeats
 * the deepest body of the checks.
 */
export const mostLevels = 2_500;

interface Bounds {
  readonly values?: number;
  readonly digits?: number;
}

/**
 * Why a JSON text exceeds the bounds of levels, values or digits, or `null`. One pass over its bytes, which need not be
 * JSON: counts brackets and commas outside of strings.
 */
export function structureProblem(
  text: Uint8Array,
  { values = Number.POSITIVE_INFINITY, digits = Number.POSITIVE_INFINITY }: Bounds = {},
): string | null {
  let count = 1;
  let levels = 0;
  let digitsInARow = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    digitsInARow = isDigit(byte) ? digitsInARow + 1 : 0;
    if (byte === quote) {
      at = endOfString(text, at);
    } else if (byte === comma) {
      count += 1;
    } else if (byte === openingBracket || byte === openingBrace) {
      count += 1;
      levels += 1;
    } else if (byte === closingBracket || byte === closingBrace) {
      levels -= 1;
    }
    if (levels > mostLevels) {
      return `more than ${mostLevels} levels of nesting`;
    }
    if (count > values) {
      return `more than ${values} JSON values`;
    }
    if (digitsInARow > digits) {
      return `a number of more than ${digits} digits`;
    }
  }
  return null;
}

/** Whether a JSON text is nested too deeply to be read. */
export function isTooDeep(text: string): boolean {
  // Quicker than the pass, and enough for nearly all texts.
  const openings = text.match(/[[{]/g) ?? [];
  return openings.length > mostLevels && structureProblem(Buffer.from(text)) !== null;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The position of the closing quotation mark of a string, or the end of the text. */
function endOfString(text: Uint8Array, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === backslash) {
      at += 1;
    } else if (byte === quote) {
      return at;
    }
  }
  return text.length;
}
