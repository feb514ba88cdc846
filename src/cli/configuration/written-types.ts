import { type Option, settingSentence } from '../options/option.ts';
import { programSettings } from './config-settings.ts';

const longestLine = 110;
const origin = '// Written by scripts/write-option-types.mjs from the table of options.';

/** The source of `src/library/program-settings.ts`: the settings of a run that a program passes to the library. */
export function libraryTypes(): string {
  const members = [...programSettings]
    .filter(([name]) => name !== 'baseUrl' && name !== 'apiKey')
    .map(([name, { row }]) => member(name, row, `${typeInProgram(row)} | null`));
  return `${origin}
import type { StatedLimit } from '../cli/parse/plan-limit.ts';
import type { QuotaKey } from '../suite/run-options.ts';

/** A duration: \`500ms\`, \`5s\`, \`2m\` or \`24h\`. */
export type Duration = \`\${number}\${'ms' | 's' | 'm' | 'h'}\`;

/** The settings of a run, as a program passes them. \`null\` means the default. */
export interface ProgramSettings {
${members.join('')}}
`;
}

function member(name: string, row: Option, type: string): string {
  return `${commentOf(settingSentence(row))}  readonly ${name}?: ${type} | undefined;\n`;
}

function typeInProgram(row: Option): string {
  return row.kind === 'flag' ? 'boolean' : oneOrSeveral(row, row.codec.type);
}

function oneOrSeveral({ kind }: Option, item: string): string {
  const items = item.includes(' ') ? `(${item})` : item;
  return kind === 'list' ? `${item} | readonly ${items}[]` : item;
}

function commentOf(sentence: string): string {
  const line = `  /** ${sentence} */\n`;
  if (line.length <= longestLine) {
    return line;
  }
  const lines = sentence.match(/.{1,100}(?:\s|$)/g) ?? [];
  return `  /**\n${lines.map((part) => `   * ${part.trim()}\n`).join('')}   */\n`;
}
