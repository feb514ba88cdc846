import type { Argv } from 'yargs';
import { wrap } from '../report/terminal/layout.ts';
import { capitalised } from '../report/words.ts';
import { type Command, toolName } from './command.ts';
import { describeOption } from './options/option.ts';

const exitStatusText = `Exit status:
  0  conformant, or done      2  wrong usage, nothing sent
  1  not conformant           3  no verdict`;

const others: readonly Row[] = [
  ['help', 'print this help'],
  ['version', 'print the version'],
];

/** The help of the program: its commands, and an example of each. @param columns the width of a line */
export function programHelp(commands: readonly Command[], columns: number): string {
  return [
    'Does a service conform to the Animal Store Service Interface?',
    `${toolName} <command> [options]`,
    table(
      'Commands:',
      commands.map((command) => [usageOf(command), command.describe]),
      columns,
    ),
    table(
      'Others:',
      others.map(([name, text]) => [`--${name}`, text]),
      columns,
    ),
    exampleText(commands.flatMap(({ examples }) => examples.slice(0, 1))),
    `${toolName} <command> --help says what a command takes.`,
    exitStatusText,
  ].join('\n\n');
}

type Row = readonly [name: string, describe: string];

/** Rows below a heading in the layout of yargs, which takes long to load. */
function table(heading: string, rows: readonly Row[], columns: number): string {
  const indent = Math.max(...rows.map(([name]) => name.length)) + 4;
  const lines = rows.flatMap(([name, describe]) =>
    wrap(describe, columns - indent).map(
      (line, index) => `${(index === 0 ? `  ${name}` : '').padEnd(indent)}${line}`,
    ),
  );
  return [heading, ...lines].join('\n');
}

/**
 * The help of one command: its arguments, its options below their headings, and examples.
 *
 * @param extent `common` lists only the common options of a command with many options
 */
export async function commandHelp(
  command: Command,
  columns: number,
  extent: 'common' | 'all',
): Promise<string> {
  const { common, options, name, examples } = command;
  const shown = Object.entries(options).filter(
    ([option]) => extent === 'all' || common === undefined || common.includes(option),
  );
  const program = described(await blank(columns), { ...command, options: Object.fromEntries(shown) });
  const hidden = Object.keys(options).length - shown.length;
  return [
    await rendered(program),
    ...(hidden === 0 ? [] : [`${toolName} ${name} --help all lists ${hidden} more options.`]),
    exampleText(examples),
    exitStatusText,
  ].join('\n\n');
}

/** Loads yargs on demand, for the help of a command. */
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
  const whole = others.reduce(
    (described, [name, describe]) => described.option(name, { describe, group: 'Others:' }),
    program,
  );
  return (await whole.getHelp()).trimEnd();
}

function described(program: Argv, command: Command): Argv {
  let described = program.usage(`$0 ${usageOf(command)} [options]\n\n${capitalised(command.describe)}.`);
  for (const { name, describe } of command.positionals ?? []) {
    described = described.positional(name, { describe });
  }
  for (const [name, option] of Object.entries(command.options)) {
    const text = describeOption(option);
    const describe = option.kind === 'flag' ? text : `${option.codec.placeholder}: ${text}`;
    described = described.option(name, { describe, group: option.group });
  }
  return described;
}

/** Each example is one line, to be copied. */
function exampleText(examples: Command['examples']): string {
  const lines = examples.map(([commandLine, describe]) => `  ${toolName} ${commandLine}\n      ${describe}`);
  return `Examples:\n${lines.join('\n')}`;
}

function usageOf({ name, positionals = [] }: Command): string {
  const bracketed = positionals.map(({ name: word, required, repeated }) => {
    const text = repeated === true ? `${word}..` : word;
    return required ? `<${text}>` : `[${text}]`;
  });
  return [name, ...bracketed].join(' ');
}
