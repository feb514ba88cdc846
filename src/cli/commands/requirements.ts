import { requirements } from '../../../suites/requirements.ts';
import { wrap } from '../../report/terminal/screen.ts';
import type { Requirement } from '../../verdict/requirement.ts';
import type { Invocation, Program } from '../command.ts';
import { parseChoice } from '../parse/choice.ts';
import { readLocated } from '../usage-error.ts';
import { catalogueFormats } from './declarations.ts';

export async function requirementsCommand(invocation: Invocation, { output }: Program): Promise<number> {
  const text = invocation.options.get('format')?.[0] ?? 'table';
  const format = readLocated({ value: text, label: '--format' }, (word) =>
    parseChoice(word, catalogueFormats),
  );
  if (format === 'json') {
    output.write(`${JSON.stringify(requirements, null, 2)}\n`);
  } else if (format === 'markdown') {
    output.write(markdownTable(requirements));
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
    .map(({ id, level, statement, since }) => {
      const added = since === 1 ? '' : ` (since catalogue ${since})`;
      const lines = wrap(statement + added, Math.max(20, columns - indent));
      return `${id.padEnd(idWidth)}  ${level.padEnd(levelWidth)}  ${lines.join(`\n${' '.repeat(indent)}`)}\n`;
    })
    .join('');
}

export function markdownTable(rows: readonly Requirement[]): string {
  const lines = rows.map(
    ({ id, level, statement, section, since }) =>
      `| ${id} | ${level} | ${markdownText(statement)} | ${markdownText(section)} | ${since} |`,
  );
  return `| id | level | requirement | source | since catalogue |\n|---|---|---|---|---|\n${lines.join('\n')}\n`;
}

function markdownText(text: string): string {
  return text.replace(/[\\|<>*_[\]]/g, '\\$&').replaceAll('\n', ' ');
}
