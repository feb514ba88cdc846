/** A stretch of one of two texts: at the beginning or the end of both, or in this one alone. */
export interface TextPart {
  readonly text: string;
  readonly differs: boolean;
}

export interface MarkedTexts {
  readonly left: readonly TextPart[];
  readonly right: readonly TextPart[];
}

/** The subject before a text: `in the list: `. */
const label = /^[A-Za-z ]{1,40}: /;
/** Texts with less in common are easier to read side by side, unmarked. */
const leastCommon = 0.6;
const leastLength = 6;
const longestText = 4_000;

/**
 * Where two values differ, or `null` where marks would not help: they are equal, very short, very long, prose, or have
 * little in common. Labels in front of them are not compared.
 */
export function markedTexts(left: string, right: string): MarkedTexts | null {
  const [ofLeft = ''] = label.exec(left) ?? [];
  const [ofRight = ''] = label.exec(right) ?? [];
  if (ofLeft === '' || ofRight === '') {
    return isData(left) && isData(right) ? difference(left, right) : null;
  }
  const found = difference(left.slice(ofLeft.length), right.slice(ofRight.length));
  return found === null
    ? null
    : { left: labelled(ofLeft, found.left), right: labelled(ofRight, found.right) };
}

/** In prose, marked letters are noise. */
function isData(text: string): boolean {
  return /^(?:[[{"]|-?\d+$)/.test(text);
}

function labelled(text: string, parts: readonly TextPart[]): TextPart[] {
  return [{ text, differs: false }, ...parts];
}

function difference(left: string, right: string): MarkedTexts | null {
  const shorter = Math.min(left.length, right.length);
  const longer = Math.max(left.length, right.length);
  if (left === right || shorter < leastLength || longer > longestText) {
    return null;
  }
  const [before, after] = [[...left], [...right]];
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).reverse(), after.slice(start).reverse());
  const common = start + end;
  return common < longer * leastCommon
    ? null
    : { left: parts(before, start, end), right: parts(after, start, end) };
}

function commonLength(left: readonly string[], right: readonly string[]): number {
  const differs = left.findIndex((character, index) => character !== right[index]);
  return differs === -1 ? left.length : differs;
}

function parts(characters: readonly string[], start: number, end: number): TextPart[] {
  const until = characters.length - end;
  return [
    { text: characters.slice(0, start).join(''), differs: false },
    { text: characters.slice(start, until).join(''), differs: true },
    { text: characters.slice(until).join(''), differs: false },
  ].filter(({ text }) => text !== '');
}
