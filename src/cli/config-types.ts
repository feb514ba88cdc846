import { settingSentence } from './config-schema.ts';
import { knownSettings } from './config-settings.ts';
import { valueKindOf } from './config-value-kinds.ts';
import type { OptionDeclaration, OptionTable } from './option-table.ts';

const longestLine = 110;

/** The source of `src/conformance-config.ts`, made from what `run` and `load` declare. */
export function configTypes(options: OptionTable): string {
  const members = [...knownSettings(options)].map(
    ([name, { declaration }]) =>
      `${commentOf(settingSentence(declaration))}  readonly ${name}?: ${typeOf(declaration)} | undefined;\n`,
  );
  return `// Written by scripts/write-config-schema.mjs, as schemas/config.schema.json is.

/** A duration: \`500ms\`, \`5s\`, \`2m\` or \`24h\`. */
export type Duration = \`\${number}\${'ms' | 's' | 'm' | 'h'}\`;

/** Where a key stands: an environment variable, or a file whose only line it is. */
export type KeyReference = { readonly env: string } | { readonly file: string };

/** What a configuration says of one target, or of all of them. */
export interface ConformanceSettings {
${members.join('')}}

/** A configuration file: what holds for every target, and what targets have of their own, by their names. */
export interface ConformanceConfig extends ConformanceSettings {
  readonly targets?: Readonly<Record<string, ConformanceSettings>> | undefined;
}
`;
}

function typeOf({ kind, value, inFile }: OptionDeclaration): string {
  const item =
    inFile === 'secret' ? 'KeyReference' : valueKindOf(kind === 'flag' ? undefined : (value ?? '')).type;
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
