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
