import type { TextEntry, TextSection } from '../text-sections.ts';
import { bounded, visibleLine } from '../words.ts';
import { type Layout, packed, within, wrapWithin } from './layout.ts';

const labelWidth = 12;
const longestText = 1_200;
const linesShown = 6;

/** A section in lines: its title, and each entry with its details indented below it. */
export function sectionLines({ title, count, entries }: TextSection, layout: Layout): string[] {
  const head = count === undefined ? title.toUpperCase() : `${title.toUpperCase()}  ${count}`;
  return [
    layout.paint.bold(head),
    ...entries.flatMap((entry, index) => entryLines(entry, entries[index - 1]?.label, layout)),
  ];
}

/** @param labelBefore the label of the entry above, which is not repeated */
function entryLines(entry: TextEntry, labelBefore: string | undefined, layout: Layout): string[] {
  const { label, ids = [], texts, details = [] } = entry;
  const { columns, paint } = layout;
  const width = label === undefined ? 0 : labelWidth;
  const facts = ids.length === 0 ? texts : [[ids.join(', '), ...texts].join('  ')];
  const visible = facts.map((fact) => visibleLine(bounded(fact, longestText)));
  const room = columns - 2 - width;
  const lines = within(packed(visible, room), room, linesShown);
  const indented = lines.map((line, index) => {
    const shown = index === 0 && label !== labelBefore ? (label ?? '') : '';
    return `  ${paint.dim(shown.padEnd(width))}${colored(line, entry, layout)}`;
  });
  const below = details.flatMap((detail) =>
    wrapWithin(visibleLine(bounded(detail, longestText)), columns - 4, linesShown),
  );
  return [...indented, ...below.map((line) => paint.dim(`    ${line}`))];
}

function colored(line: string, { tone }: TextEntry, { paint }: Layout): string {
  const paints = { good: paint.green, bad: paint.red, warning: paint.yellow, quiet: paint.dim };
  return tone === undefined ? line : paints[tone](line);
}
