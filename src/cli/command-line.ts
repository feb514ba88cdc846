import type { Argv } from 'yargs';
import { capitalised } from '../report/capitalised.ts';
import { checkArguments } from './argument-check.ts';
import { declarations } from './commands/declarations.ts';
import { suggestion } from './nearest.ts';
import type { CommandDeclaration, Invocation } from './option-table.ts';
import { quoted } from './quoted.ts';
import { toolName, toolVersion } from './tool-version.ts';
import { UsageError } from './usage-error.ts';

/** What a command line asks for: something to print, or a command to carry out. */
export type CommandLine =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'command'; readonly invocation: Invocation };

const exitStatusText = `Exit status:
  0  conformant, or done      2  wrong usage, nothing sent
  1  not conformant           3  no verdict`;

/**
 * Reads a command line.
 *
 * @param args the arguments after the program's name
 * @param columns the width of the help
 * @throws {UsageError} for everything that it can't be understood by.
 */
export async function readCommandLine(args: readonly string[], columns: number): Promise<CommandLine> {
  const given = beforeTerminator(args);
  const command = commandOf(args);
  if (given.includes('--help') || given.includes('-h')) {
    return { kind: 'print', text: await helpText(command, columns) };
  }
  if (given.includes('--version')) {
    return { kind: 'print', text: toolVersion };
  }
  if (command === undefined) {
    throw new UsageError(noSuchCommand(args));
  }
  const rest = args.slice(command.name.split(' ').length);
  return { kind: 'command', invocation: checkArguments(rest, command) };
}

/** The command that the first words name, or `undefined`. */
export function commandOf(args: readonly string[]): CommandDeclaration | undefined {
  return declarations.find(({ name }) => name.split(' ').every((word, index) => args[index] === word));
}

function beforeTerminator(args: readonly string[]): readonly string[] {
  const terminator = args.indexOf('--');
  return terminator === -1 ? args : args.slice(0, terminator);
}

function noSuchCommand(args: readonly string[]): string {
  const [word = ''] = args;
  const names = declarations.map(({ name }) => name);
  if (word === '') {
    return `no command given: one of ${names.join(', ')}`;
  }
  if (/^https?:\/\//i.test(word)) {
    return 'the command is missing: write "run" before the base URL';
  }
  if (word.startsWith('-')) {
    const otherwise = `; the command comes first, then its options: one of ${names.join(', ')}`;
    return `no command given${suggestion(word, ['--help', '--version'], otherwise)}`;
  }
  const extended = names.find((name) => name.startsWith(`${word} `));
  if (extended !== undefined) {
    return `"${word}" needs one more word: "${extended}"`;
  }
  return `unknown command ${quoted(word)}${suggestion(word, names, `: one of ${names.join(', ')}`)}`;
}

async function helpText(command: CommandDeclaration | undefined, columns: number): Promise<string> {
  const { default: yargs } = await import('yargs');
  let program = yargs([], import.meta.dirname)
    .scriptName(toolName)
    .locale('en')
    .exitProcess(false)
    .help(false)
    .version(false)
    .wrap(columns);
  if (command === undefined) {
    program = program.usage(
      'Does a service conform to the Animal Store Service Interface?\n\n$0 <command> [options]',
    );
    for (const declaration of declarations) {
      program = program.command(usageOf(declaration), declaration.describe);
    }
  } else {
    program = described(program, command);
  }
  program = program
    .option('help', { describe: 'print this help', group: 'Others:' })
    .option('version', { describe: 'print the version', group: 'Others:' });
  const examples =
    command?.examples ?? declarations.flatMap((declaration) => declaration.examples.slice(0, 1));
  return `${(await program.getHelp()).trimEnd()}\n\n${exampleText(examples)}\n\n${exitStatusText}`;
}

/** Examples stand on a line of their own, whole, so that they can be copied. */
function exampleText(examples: CommandDeclaration['examples']): string {
  const lines = examples.map(([commandLine, describe]) => `  ${toolName} ${commandLine}\n      ${describe}`);
  return `Examples:\n${lines.join('\n')}`;
}

function described(program: Argv, command: CommandDeclaration): Argv {
  let described = program.usage(`$0 ${usageOf(command)} [options]\n\n${sentence(command.describe)}`);
  if (command.positional !== null) {
    described = described.positional(command.positional.name, { describe: command.positional.describe });
  }
  if (command.others !== undefined) {
    described = described.positional(command.others.name, { describe: command.others.describe });
  }
  for (const [name, option] of Object.entries(command.options)) {
    const value = option.value === undefined ? '' : `${option.value}: `;
    described = described.option(name, { describe: value + option.describe, group: option.group });
  }
  return described;
}

function usageOf({ name, positional, others }: CommandDeclaration): string {
  const rest = others === undefined ? '' : others.repeated ? `${others.name}..` : others.name;
  return [
    name,
    ...(positional === null ? [] : [bracketed(positional.name, positional.required)]),
    ...(others === undefined ? [] : [bracketed(rest, others.required)]),
  ].join(' ');
}

function bracketed(argument: string, required: boolean): string {
  return required ? `<${argument}>` : `[${argument}]`;
}

function sentence(text: string): string {
  return `${capitalised(text)}.`;
}
