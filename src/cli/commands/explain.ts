import { requirements } from '../../../suites/requirements.ts';
import { explainedRequirement, explanationMarkdown, explanationText } from '../../explain/explanation.ts';
import type { Invocation, Program } from '../command.ts';
import { readFormat } from '../report-files/named-file.ts';
import { quoted, requireThat, suggestion } from '../usage-error.ts';
import { explanationFormats } from './commands.ts';

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
