/** A stretch of one of two texts: in both, or in this one alone. */
export interface TextPart {
  readonly text: string;
  readonly differs: boolean;
}

export interface TextDifference {
  readonly left: readonly TextPart[];
  readonly right: readonly TextPart[];
}

/** The subject before a text: `in the list: `. */
const label = /^[A-Za-z ]{1,40}: /;
/** Texts with less in common are easier to read side by side, unmarked. */
const leastCommon = 0.6;
const leastLength = 6;
const longestText = 4_000;
/** Characters are compared in short texts, words in longer ones. */
const longestByCharacter = 400;
const mostTokens = 800;

/**
 * Where two values differ, or `null` where marks would not help: they are equal, very short, very long, prose, or have
 * little in common. Labels in front of them are not compared.
 */
export function textDifference(left: string, right: string): TextDifference | null {
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

function difference(left: string, right: string): TextDifference | null {
  const shorter = Math.min(left.length, right.length);
  const longer = Math.max(left.length, right.length);
  if (left === right || shorter < leastLength || longer > longestText) {
    return null;
  }
  const split = longer <= longestByCharacter ? (text: string) => [...text] : words;
  const [before, after] = [split(left), split(right)];
  if (before.length > mostTokens || after.length > mostTokens) {
    return null;
  }
  const { left: inLeft, right: inRight } = commonTokens(before, after);
  const common = before.filter((_, index) => inLeft.has(index)).join('').length;
  return common < longer * leastCommon ? null : { left: parts(before, inLeft), right: parts(after, inRight) };
}

function words(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]/gu) ?? [];
}

/** The places of a longest common subsequence, in each of two lists. */
function commonTokens(
  left: readonly string[],
  right: readonly string[],
): { left: ReadonlySet<number>; right: ReadonlySet<number> } {
  const lengths = commonLengths(left, right);
  const width = right.length + 1;
  const found = { left: new Set<number>(), right: new Set<number>() };
  for (let row = 0, column = 0; row < left.length && column < right.length; ) {
    if (left[row] === right[column]) {
      found.left.add(row++);
      found.right.add(column++);
    } else if ((lengths[(row + 1) * width + column] ?? 0) >= (lengths[row * width + column + 1] ?? 0)) {
      row += 1;
    } else {
      column += 1;
    }
  }
  return found;
}

/** By row and column, the length of the longest common subsequence of the remaining parts. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array {
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
    }
  }
  return lengths;
}

function parts(tokens: readonly string[], common: ReadonlySet<number>): TextPart[] {
  const joined: { text: string; differs: boolean }[] = [];
  for (const [index, token] of tokens.entries()) {
    const differs = !common.has(index);
    const last = joined.at(-1);
    if (last?.differs === differs) {
      last.text += token;
    } else {
      joined.push({ text: token, differs });
    }
  }
  return joined;
}
