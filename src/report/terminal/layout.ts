import type { Report, ReportExchanges } from '../report.ts';
import type { TextEntry, TextSection } from '../text-sections.ts';
import { bounded, visibleLine } from '../words.ts';

export interface Layout {
  readonly columns: number;
  readonly paint: Paint;
}

export interface ReportLayout extends Layout {
  readonly report: Report;
  readonly exchanges: ReportExchanges;
}

/** Colours a text that holds no escape sequence. */
export type Paint = Readonly<
  Record<'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', (text: string) => string>
>;

export function paintFor(color: boolean): Paint {
  const code = (open: number, close: number) => (text: string) =>
    color && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    cyan: code(36, 39),
    dim: code(2, 22),
    bold: code(1, 22),
  };
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const marks = /\p{M}/u;

/** The width of a text in terminal columns; it must not contain invisible characters. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text.length;
  }
  let width = 0;
  for (const character of text) {
    width += wide.test(character) ? 2 : marks.test(character) ? 0 : 1;
  }
  return width;
}

/** Breaks a text into lines of at most `columns`, between words if possible. */
export function wrap(text: string, columns: number): string[] {
  const words = text.split(' ').flatMap((long) => pieces(long, columns));
  return filled(words, columns);
}

/** At most `maximum` lines of a wrapped text; one that is longer ends in `…`. */
export function wrapWithin(text: string, columns: number, maximum: number): string[] {
  return within(wrap(text, columns), columns, maximum);
}

/** At most `maximum` of these lines of at most `columns`; where there are more, the last one ends in `…`. */
function within(lines: readonly string[], columns: number, maximum: number): string[] {
  const last = lines[maximum - 1];
  return last === undefined || lines.length === maximum
    ? [...lines]
    : [...lines.slice(0, maximum - 1), `${clipped(last, columns - 1)}…`];
}

/** A text in one line of at most `columns`; one that is longer ends in `…`. */
export function fit(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `${clipped(text, columns - 1)}…`;
}

/** Joins words of a shell into lines of at most `columns`, each but the last ending in a backslash. */
export function continued(words: readonly string[], columns: number): string[] {
  const lines = filled(words, columns - 2, { indent: '  ' });
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/** Joins facts by ` · ` into lines of at most `columns`, broken between facts if possible. */
export function packed(facts: readonly string[], columns: number): string[] {
  return filled(facts, columns, { between: ' · ' }).flatMap((whole) => wrap(whole, columns));
}

/** Joins parts into lines of at most `columns`, a longer part alone in its line. @param indent of lines but the first */
function filled(parts: readonly string[], columns: number, { between = ' ', indent = '' } = {}): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}${between}${part}`;
    if (line !== '' && displayWidth(longer) > columns) {
      lines.push(line);
      line = `${indent}${part}`;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** A word in parts of at most `columns`, at least a character each. */
function pieces(word: string, columns: number): string[] {
  const parts: string[] = [];
  let part = '';
  let width = 0;
  for (const character of word) {
    const more = displayWidth(character);
    if (part !== '' && width + more > columns) {
      parts.push(part);
      part = '';
      width = 0;
    }
    part += character;
    width += more;
  }
  return [...parts, part];
}

/** The beginning of a text, of at most `columns`; empty if its first character is wider. */
function clipped(text: string, columns: number): string {
  const [first = ''] = pieces(text, columns);
  return displayWidth(first) <= columns ? first : '';
}

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
