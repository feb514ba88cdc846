import { type DecodedText, lastAtOrBefore, readWithin } from './decoded-text.ts';

/** A line break, as it is or escaped, and the indentation behind it, within what goes on on the next line. */
const lineBreak =
  /(?<=[^\s,:[{>"\\])(?:\\{1,7}[rn]|[\r\n])(?:[ \t\r\n]|\\{1,7}[rnt]){0,200}(?=[^\s,\]}<"\\])/g;
const nul = /\0/g;

/** The same where it stands as it is. It begins with what is rare. */
const bareLineBreak = /[\r\n](?<=[^\s,:[{>"\\][\r\n])[ \t\r\n]{0,200}(?=[^\s,\]}<"\\])/;

/** Whether a text without a backslash has lines that may be joined. */
export function mayBeWrapped(text: string): boolean {
  return bareLineBreak.test(text);
}

/** What a text says where wrapped lines are joined; `null` where none are. */
export function joinedLines(source: DecodedText): DecodedText | null {
  return /[\r\n]|\\[rn]/.test(source.text) ? without(source, lineBreak) : null;
}

/** What a text in UTF-16, of either byte order, says without its NULs. */
export function withoutNuls(source: DecodedText): DecodedText | null {
  return source.text.includes('\0') ? without(source, nul) : null;
}

function without(source: DecodedText, between: RegExp): DecodedText | null {
  const parts: string[] = [];
  /** Where each part begins, in the joined text and in the source. */
  const at: number[] = [];
  const from: number[] = [];
  let length = 0;
  let taken = 0;
  const take = (end: number) => {
    if (end > taken) {
      parts.push(source.text.slice(taken, end));
      at.push(length);
      from.push(taken);
      length += end - taken;
    }
  };
  for (const match of source.text.matchAll(between)) {
    take(match.index);
    taken = match.index + match[0].length;
  }
  if (taken === 0) {
    return null;
  }
  take(source.text.length);
  const place = (index: number) => {
    const part = lastAtOrBefore(at, index);
    return (from[part] ?? 0) + index - (at[part] ?? 0);
  };
  return readWithin(source, parts.join(''), { start: place, end: (index) => place(index) + 1 });
}
