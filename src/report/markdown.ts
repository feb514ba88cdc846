import { visibleLine, visibleText } from './words.ts';

/** Special characters of GitHub's Markdown and its extensions. */
const special = /[\\`*_{}[\]<>#+|~&@$!^]|:(?=\S)/g;

/** Any text as plain text within a line of Markdown: nothing in it is markup, a link or a mention. */
export function markdownText(text: string): string {
  return visibleLine(text)
    .trimStart()
    .replace(special, entity)
    .replace(/^[-=]/, entity)
    .replace(/^(\d+)([.)])(?=\s|$)/, (_, digits: string, sign: string) => digits + entity(sign))
    .replace(/www\./gi, (prefix) => prefix.slice(0, 3) + entity('.'));
}

/** Any text as inline code: backticks in it can't end it. Not for table cells. */
export function markdownCode(text: string): string {
  const line = visibleLine(text);
  const ticks = '`'.repeat(longestRun(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

/** Any text as a fenced code block: no line in it can end it. */
export function markdownBlock(text: string): string {
  const visible = visibleText(text);
  const fence = '`'.repeat(Math.max(3, longestRun(visible) + 1));
  return `${fence}text\n${visible}\n${fence}`;
}

function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
