/**
 * Everything that a reader can't see or that changes how its surroundings are shown: control characters,
 * bidirectional and other format characters, line separators, lone surrogates, unassigned code points.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** The common case, tested first because Unicode classes are slow. */
const plainText = /^[\n\t\x20-\x7e]*$/;
const plainLine = /^[\x20-\x7e]*$/;

/** The most frequent ones get signs that nearly every font has; fonts with control pictures are rare. */
const arrows: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\t', '⇥'],
]);

/**
 * Makes every invisible character of a text visible (`␛`, `<U+202E>`); line feeds and tabs stay. What comes out
 * holds only characters that XML 1.0 allows, and no terminal escape sequence.
 */
export function visibleText(text: string): string {
  if (plainText.test(text)) {
    return text;
  }
  return text.replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : visibleCharacter(character),
  );
}

/** The same in one line: line feeds and tabs are made visible too. */
export function visibleLine(text: string): string {
  return plainLine.test(text) ? text : text.replace(invisible, visibleCharacter);
}

function visibleCharacter(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const arrow = arrows.get(character);
  if (arrow !== undefined) {
    return arrow;
  }
  if (codePoint < 0x20) {
    return String.fromCodePoint(0x2400 + codePoint);
  }
  return codePoint === 0x7f ? '␡' : `<${codePointName(character)}>`;
}

/** `U+` and at least four hexadecimal digits. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The beginning of a text, and how many characters (UTF-16 code units) were left out. */
export interface CutText {
  readonly text: string;
  readonly cut: number;
}

/** Keeps at most `maximum` characters of a text; never parts a surrogate pair. */
export function cutText(text: string, maximum: number): CutText {
  if (text.length <= maximum) {
    return { text, cut: 0 };
  }
  const last = text.charCodeAt(maximum - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maximum - 1 : maximum;
  return { text: text.slice(0, end), cut: text.length - end };
}

/** The same in one string, the cut counted in words. */
export function bounded(text: string, maximum: number): string {
  const { text: kept, cut } = cutText(text, maximum);
  return cut === 0 ? kept : `${kept}… (${cut} more characters)`;
}
