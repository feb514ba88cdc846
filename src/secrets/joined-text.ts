import type { DecodedText } from './decoded-text.ts';
import { RebuiltText } from './rebuilt-text.ts';

/** A line break, raw or escaped, and the indentation after it, within text that continues on the next line. */
const lineBreak =
  /(?<=[^\s,:[{>"\\])(?:\\{1,7}[rn]|[\r\n])(?:[ \t\r\n]|\\{1,7}[rnt]){0,200}(?=[^\s,\]}<"\\])/g;
const nuls = /\0+/g;

/** A raw line break. The pattern begins with the rare character. */
const bareLineBreak = /[\r\n](?<=[^\s,:[{>"\\][\r\n])[ \t\r\n]{0,200}(?=[^\s,\]}<"\\])/;

/** Whether a text without backslashes has lines that may be joined. */
export function mayBeWrapped(text: string): boolean {
  return bareLineBreak.test(text);
}

/** The text with wrapped lines joined; `null` if there are none. */
export function joinedLines(source: DecodedText): DecodedText | null {
  return /[\r\n]|\\[rn]/.test(source.text) ? without(source, lineBreak) : null;
}

/** The text without NULs, as in UTF-16 of either byte order; `null` if it has none. */
export function withoutNuls(source: DecodedText): DecodedText | null {
  return without(source, nuls);
}

function without(source: DecodedText, leftOut: RegExp): DecodedText | null {
  const { text } = source;
  const pattern = new RegExp(leftOut);
  if (!pattern.test(text)) {
    return null;
  }
  pattern.lastIndex = 0;
  const rest = new RebuiltText(text, 0, text.length);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    rest.leaveOut(match.index, pattern.lastIndex);
  }
  rest.takeTo(text.length);
  return rest.decodedFrom(source, false);
}
