import yargs, { type Argv } from 'yargs';
import { faults } from '../../reference-impl/faults/catalogue.ts';
import { variants } from '../../reference-impl/variants/catalogue.ts';
import { requirements } from '../../suites/requirements.ts';
import { type Command, toolName } from './command.ts';
import { commands } from './commands/commands.ts';
import type { Option } from './options/option.ts';

/**
 * Prints the script for the shell in `SHELL`, bash, zsh or fish, or candidates for the last word of a command line.
 *
 * @param args `completion`, or what its script passes: `--get-yargs-completions` and the words of a command line
 */
export async function complete(args: readonly string[]): Promise<void> {
  await program(args).parseAsync();
}

function program(args: readonly string[]): Argv {
  const root = yargs([...args])
    .scriptName(toolName)
    .locale('en')
    .exitProcess(false)
    .completion('completion');
  return commands
    .filter(({ name }) => !name.includes(' '))
    .reduce((program, command) => program.command(command.name, command.describe, builder(command)), root)
    .command('report', 'work with a report', (report) => withFurtherWords(report, 'report'));
}

function builder({ name, positionals, options }: Command): (argv: Argv) => Argv {
  return (argv) => {
    const whole = Object.entries(options).reduce(
      (program, [option, declared]) => program.option(option, completed(option, declared)),
      withFurtherWords(argv, name),
    );
    return positionals?.[0]?.name === 'id' ? whole.positional('id', { choices: ids }) : whole;
  };
}

/** Commands of two words, such as `load merge`. */
function withFurtherWords(argv: Argv, first: string): Argv {
  return commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .reduce(
      (program, command) =>
        program.command(command.name.slice(first.length + 1), command.describe, builder(command)),
      argv,
    );
}

const ids = requirements.map(({ id }) => id);
const globs = [...new Set(ids.map((id) => `${id.slice(0, id.indexOf('/'))}/*`)), ...ids];
const choicesOf: Readonly<Record<string, readonly string[]>> = {
  only: globs,
  skip: globs,
  fault: faults.map(({ name }) => name),
  variant: variants.map(({ name }) => name),
};

function completed(name: string, option: Option) {
  if (option.kind === 'flag') {
    return { boolean: true, describe: option.help } as const;
  }
  const choices = choicesOf[name] ?? option.codec.words;
  return { string: true, describe: option.help, ...(choices === undefined ? {} : { choices }) } as const;
}

export async function completionCommand(): Promise<number> {
  await complete(['completion']);
  return 0;
}
