import { markdownCode, markdownText } from './markdown.ts';
import type { TextEntry, TextSection } from './text-sections.ts';
import { bounded } from './words.ts';

const longestText = 300;

/** A section as blocks of Markdown: a heading and a list. */
export function sectionBlocks({ title, entries }: TextSection): string[] {
  return [`### ${title}`, entryList(entries)];
}

export function entryList(entries: readonly TextEntry[]): string {
  return entries.map(entryItem).join('\n');
}

function entryItem({ label, ids = [], texts, details = [], link = null }: TextEntry): string {
  const text = (words: string) => markdownText(bounded(words, longestText));
  const named = ids.map((id) => (link === null ? markdownCode(id) : `[${markdownText(id)}](<${link}>)`));
  const head = [
    ...(label === undefined ? [] : [`${label}:`]),
    ...(named.length === 0 ? [] : [named.join(', ')]),
    ...(texts.length === 0 ? [] : [texts.map(text).join(' · ')]),
  ].join(' ');
  const below = details.map(text).join('; ');
  return `- ${below === '' ? head : `${head}${texts.length === 0 ? ':' : ';'} ${below}`}`;
}
