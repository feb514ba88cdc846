import type { Argv } from 'yargs';
import { capitalised } from '../report/words.ts';
import type { CommandDeclaration } from './option-table.ts';
import { toolName } from './tool-version.ts';

const exitStatusText = `Exit status:
  0  conformant, or done      2  wrong usage, nothing sent
  1  not conformant           3  no verdict`;

/** The help of the program: its commands, and an example of each. @param columns how long a line may be */
export async function programHelp(commands: readonly CommandDeclaration[], columns: number): Promise<string> {
  // Without the program's name before each of them, commands have room for what they do.
  let program = (await blank(columns))
    .scriptName('')
    .usage(
      `Does a service conform to the Animal Store Service Interface?\n\n${toolName} <command> [options]`,
    );
  for (const command of commands) {
    program = program.command(usageOf(command), command.describe);
  }
  return [
    await rendered(program),
    exampleText(commands.flatMap(({ examples }) => examples.slice(0, 1))),
    `${toolName} <command> --help says what a command takes.`,
    exitStatusText,
  ].join('\n\n');
}

/** The help of one command: its arguments, its options below their headings, and examples. */
export async function commandHelp(command: CommandDeclaration, columns: number): Promise<string> {
  const program = described(await blank(columns), command);
  return [await rendered(program), exampleText(command.examples), exitStatusText].join('\n\n');
}

/** Loaded for the help alone: everything else starts the sooner. */
async function blank(columns: number): Promise<Argv> {
  const { default: yargs } = await import('yargs');
  return yargs([], import.meta.dirname)
    .scriptName(toolName)
    .locale('en')
    .exitProcess(false)
    .help(false)
    .version(false)
    .wrap(columns);
}

async function rendered(program: Argv): Promise<string> {
  const whole = program
    .option('help', { describe: 'print this help', group: 'Others:' })
    .option('version', { describe: 'print the version', group: 'Others:' });
  return (await whole.getHelp()).trimEnd();
}

function described(program: Argv, command: CommandDeclaration): Argv {
  let described = program.usage(`$0 ${usageOf(command)} [options]\n\n${capitalised(command.describe)}.`);
  for (const argument of [command.positional, command.others ?? null]) {
    if (argument !== null) {
      described = described.positional(argument.name, { describe: argument.describe });
    }
  }
  for (const [name, { value, describe, group }] of Object.entries(command.options)) {
    const text = value === undefined ? describe : `${value}: ${describe}`;
    described = described.option(name, { describe: text, group });
  }
  return described;
}

/** Examples stand on a line of their own, whole, so that they can be copied. */
function exampleText(examples: CommandDeclaration['examples']): string {
  const lines = examples.map(([commandLine, describe]) => `  ${toolName} ${commandLine}\n      ${describe}`);
  return `Examples:\n${lines.join('\n')}`;
}

function usageOf({ name, positional, others }: CommandDeclaration): string {
  return [
    name,
    ...(positional === null ? [] : [bracketed(positional.name, positional.required)]),
    ...(others === undefined
      ? []
      : [bracketed(others.repeated ? `${others.name}..` : others.name, others.required)]),
  ].join(' ');
}

function bracketed(argument: string, required: boolean): string {
  return required ? `<${argument}>` : `[${argument}]`;
}
