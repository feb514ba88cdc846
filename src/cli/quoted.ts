import { visibleLine } from '../report/visible-text.ts';

const longest = 60;

/** Text of unknown origin in double quotes, fit for one line of a terminal: at most 60 characters of it. */
export function quoted(text: string): string {
  const characters = Array.from(text);
  const shown = visibleLine(characters.slice(0, longest).join(''));
  return `"${shown}${characters.length > longest ? '…' : ''}"`;
}
