import { knownSettings, programSettings } from './config-settings.ts';
import { settingSentence } from './option-text.ts';
import type { Option } from './options/option.ts';

const longestLine = 110;
const origin = '// Written by scripts/write-option-types.mjs from the table of options.';

/** The source of `src/conformance-config.ts`: the settings of a configuration file. */
export function configTypes(): string {
  return `${origin}

/** A duration: \`500ms\`, \`5s\`, \`2m\` or \`24h\`. */
export type Duration = \`\${number}\${'ms' | 's' | 'm' | 'h'}\`;

/** Where a key is: in an environment variable, or in a file, as its only line. */
export type KeyReference = { readonly env: string } | { readonly file: string };

/** The settings of one target, or of all of them. */
export interface ConformanceSettings {
${[...knownSettings].map(([name, { row }]) => member(name, row, typeInFile(row))).join('')}}

/** A configuration file: the settings of every target, and the targets' own, by their names. */
export interface ConformanceConfig extends ConformanceSettings {
  readonly targets?: Readonly<Record<string, ConformanceSettings>> | undefined;
}
`;
}

/** The source of `src/library/program-settings.ts`: the settings of a run that a program passes to the library. */
export function libraryTypes(): string {
  const members = [...programSettings]
    .filter(([name]) => name !== 'baseUrl' && name !== 'apiKey')
    .map(([name, { row }]) => member(name, row, `${typeInProgram(row)} | null`));
  return `${origin}
import type { StatedLimit } from '../cli/parse/plan-limit.ts';
import type { Duration } from '../conformance-config.ts';
import type { QuotaKey } from '../runner/run-options.ts';

/** The settings of a run, as a program passes them. \`null\` means the default. */
export interface ProgramSettings {
${members.join('')}}
`;
}

function member(name: string, row: Option, type: string): string {
  return `${commentOf(settingSentence(row))}  readonly ${name}?: ${type} | undefined;\n`;
}

function typeInFile(row: Option): string {
  if (row.kind === 'flag') {
    return 'boolean';
  }
  return oneOrSeveral(row, row.secret === true ? 'KeyReference' : row.codec.type);
}

function typeInProgram(row: Option): string {
  return row.kind === 'flag' ? 'boolean' : oneOrSeveral(row, row.codec.program?.type ?? row.codec.type);
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
