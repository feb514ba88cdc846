import { faults } from '../../../reference-impl/faults/catalogue.ts';
import { variants } from '../../../reference-impl/variants/catalogue.ts';
import { requirements } from '../../../suites/requirements.ts';
import type { Command } from '../command.ts';
import { declarations } from '../commands/declarations.ts';
import { describeOption } from '../option-text.ts';
import type { Option } from '../options/option.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Lists of words that scripts hold once, since several options take them. */
export const wordLists = ['ids', 'globs', 'faults', 'variants'] as const;
export type WordList = (typeof wordLists)[number];

/** The completions of a value: a list of words, its own words, files, folders, or nothing. */
export type Offered =
  | { readonly kind: 'list'; readonly list: WordList }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'files' | 'folders' | 'nothing' };

export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly describe: string;
  /** The placeholder of its value in the help, or `null` for a flag. */
  readonly value: string | null;
  readonly offered: Offered;
  readonly repeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly describe: string;
  readonly options: readonly CompletedOption[];
  /** In the place of its arguments: the first, and all after it. */
  readonly first: Offered;
  readonly others: Offered;
}

const nothing: Offered = { kind: 'nothing' };
const help: CompletedOption = {
  name: '--help',
  describe: 'print this help',
  value: null,
  offered: nothing,
  repeatable: false,
};
/** By the name that the help has for an argument; what is not here is nothing that a shell could know. */
const offeredArguments: Readonly<Record<string, Offered>> = {
  id: { kind: 'list', list: 'ids' },
  shell: { kind: 'words', words: shells },
  file: { kind: 'files' },
  report: { kind: 'files' },
  a: { kind: 'files' },
  b: { kind: 'files' },
  dir: { kind: 'folders' },
};
/** By what stands for a value in the help. */
const offeredValues: Readonly<Record<string, Offered>> = {
  FILE: { kind: 'files' },
  REPORT: { kind: 'files' },
  DIR: { kind: 'folders' },
  GLOB: { kind: 'list', list: 'globs' },
};

export function completedCommands(): CompletedCommand[] {
  return declarations.map(completedCommand);
}

/** The first word of each command once, with what the first command of that word does. */
export function firstWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, describe } of commands) {
    const [first = ''] = name.split(' ');
    found.set(first, found.get(first) ?? describe);
  }
  return found;
}

/** The commands of two words by their first, with all of their second ones. */
export function twoWordCommands(
  commands: readonly CompletedCommand[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ');
    if (second !== undefined) {
      found.set(first, [...(found.get(first) ?? []), second]);
    }
  }
  return found;
}

export function wordsOf(list: WordList): readonly string[] {
  const ids = requirements.map(({ id }) => id);
  const groups = [...new Set(ids.map((id) => id.slice(0, id.indexOf('/'))))];
  return {
    ids,
    globs: [...groups.map((group) => `${group}/*`), ...ids],
    faults: faults.map(({ name }) => name),
    variants: variants.map(({ name }) => name),
  }[list];
}

function completedCommand({ name, describe, positional, others, options }: Command): CompletedCommand {
  return {
    name,
    describe,
    options: [
      ...Object.entries(options).map(([option, declared]) => completedOption(option, declared)),
      help,
    ],
    first: offeredArguments[positional?.name ?? ''] ?? nothing,
    others: offeredArguments[others?.name ?? ''] ?? nothing,
  };
}

function completedOption(name: string, option: Option): CompletedOption {
  return {
    name: `--${name}`,
    describe: describeOption(option),
    value: option.kind === 'flag' ? null : option.codec.placeholder,
    offered: offeredFor(name, option),
    repeatable: option.kind === 'list',
  };
}

function offeredFor(name: string, option: Option): Offered {
  if (option.kind === 'flag') {
    return nothing;
  }
  if (name === 'fault' || name === 'variant') {
    return { kind: 'list', list: `${name}s` };
  }
  const { words, placeholder } = option.codec;
  return words === undefined ? (offeredValues[placeholder] ?? nothing) : { kind: 'words', words };
}
