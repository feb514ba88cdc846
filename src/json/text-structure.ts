const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openingBracket = 0x5b;
const openingBrace = 0x7b;

/**
 * Why a JSON text exceeds the bounds of values or digits, or `null`. One pass over its bytes, which need not be JSON:
 * counts brackets and commas outside of strings.
 */
export function structureProblem(
  text: Uint8Array,
  { values, digits }: { values: number; digits: number },
): string | null {
  let count = 1;
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

/** Deeper than any file of this program or of a browser, and far below the stack limit of recursive functions. */
const mostLevels = 1_000;

/**
 * Whether a value of JSON is nested so deep that it can't be walked by recursion, as `JSON.stringify` walks it.
 * `JSON.parse` copes with any depth.
 */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) {
      return true;
    }
    const below: unknown[] = [];
    for (const one of level) {
      if (typeof one === 'object' && one !== null) {
        for (const child of Object.values(one)) {
          if (typeof child === 'object' && child !== null) {
            below.push(child);
          }
        }
      }
    }
    level = below;
  }
  return false;
}
