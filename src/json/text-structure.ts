const quote = 0x22;
const backslash = 0x5c;
const openingBracket = 0x5b;
const closingBracket = 0x5d;
const openingBrace = 0x7b;
const closingBrace = 0x7d;

/**
 * The most levels of values that are read, so that they can be walked by recursion: more than an error has that repeats
 * the deepest body of the checks.
 */
export const mostLevels = 2_500;

/** Whether a JSON text is nested too deeply to be read. */
export function isTooDeep(text: string): boolean {
  // Quicker than the pass, and enough for nearly all texts.
  const openings = text.match(/[[{]/g) ?? [];
  return openings.length > mostLevels && levelsOf(Buffer.from(text)) > mostLevels;
}

/** The most levels of a text, which need not be JSON: one pass counts brackets outside of strings. */
function levelsOf(text: Uint8Array): number {
  let levels = 0;
  let most = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === quote) {
      at = endOfString(text, at);
    } else if (byte === openingBracket || byte === openingBrace) {
      levels += 1;
      most = Math.max(most, levels);
    } else if (byte === closingBracket || byte === closingBrace) {
      levels -= 1;
    }
  }
  return most;
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
