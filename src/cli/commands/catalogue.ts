import { requirements } from '../../../suites/requirements.ts';
import { explainedRequirement, explanationMarkdown, explanationText } from '../../explain/explanation.ts';
import { wrap } from '../../report/terminal/layout.ts';
import type { Requirement } from '../../verdict/requirement.ts';
import type { Invocation, Program } from '../command.ts';
import { readFormat } from '../report-files/named-file.ts';
import { quoted, requireThat, suggestion } from '../usage-error.ts';
import { catalogueFormats, explanationFormats } from './commands.ts';

export async function requirementsCommand(invocation: Invocation, { output }: Program): Promise<number> {
  const format = readFormat(invocation, catalogueFormats, {}) ?? 'table';
  if (format === 'json') {
    output.write(`${JSON.stringify(requirements, null, 2)}\n`);
  } else if (format === 'markdown') {
    output.write(markdownList(requirements));
  } else {
    output.write(plainTable(requirements, output.isTerminal ? output.columns() : Number.POSITIVE_INFINITY));
  }
  return 0;
}

export function plainTable(rows: readonly Requirement[], columns: number): string {
  const idWidth = Math.max(...rows.map(({ id }) => id.length));
  const levelWidth = Math.max(...rows.map(({ level }) => level.length));
  const indent = idWidth + levelWidth + 4;
  return rows
    .map((row) => {
      const { id, level } = row;
      const lines = wrap(statementOf(row), Math.max(20, columns - indent));
      return `${id.padEnd(idWidth)}  ${level.padEnd(levelWidth)}  ${lines.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}

export function markdownList(rows: readonly Requirement[]): string {
  const groups = [...new Set(rows.map(groupOf))];
  return groups
    .map((group) => {
      const items = rows.filter((row) => groupOf(row) === group).map(markdownItem);
      return `## ${group}\n\n${items.join('')}`;
    })
    .join('\n');
}

function markdownItem(row: Requirement): string {
  return `- **${row.id}** ${row.level}: ${markdownText(statementOf(row))} (${markdownText(row.section)})\n`;
}

function groupOf({ id }: Requirement): string {
  return id.slice(0, id.indexOf('/'));
}

function statementOf({ statement, since }: Requirement): string {
  return since === 1 ? statement : `${statement} (since catalogue ${since})`;
}

function markdownText(text: string): string {
  return text.replace(/[\\|<>*_[\]]/g, '\\$&').replaceAll('\n', ' ');
}

export async function explainCommand(invocation: Invocation, { output }: Program): Promise<number> {
  const format = readFormat(invocation, explanationFormats, {}) ?? 'text';
  const id = invocation.positionals[0] ?? '';
  const explained = explainedRequirement(id);
  requireThat(explained !== undefined, unknownRequirement(id));
  switch (format) {
    case 'json':
      output.write(`${JSON.stringify(explained, null, 2)}\n`);
      break;
    case 'markdown':
      output.write(explanationMarkdown(explained));
      break;
    case 'text':
      output.write(`${explanationText(explained, Math.min(output.columns(), 100))}\n`);
  }
  return 0;
}

/** The error for an id that the catalogue does not have, with the nearest one. */
export function unknownRequirement(id: string): string {
  const ids = requirements.map((row) => row.id);
  const byName = ids.find((known) => known.slice(known.indexOf('/') + 1) === id);
  const meant =
    byName === undefined
      ? suggestion(id, ids, '; see "animal-store-conformance requirements"')
      : `; did you mean ${byName}?`;
  return `there is no requirement ${quoted(id)}${meant}`;
}
