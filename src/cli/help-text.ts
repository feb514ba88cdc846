import { capitalised } from '../report/capitalised.ts';
import { wrap } from '../report/terminal/text-layout.ts';
import type { CommandDeclaration, OptionDeclaration } from './option-table.ts';
import { toolName } from './tool-version.ts';

const exitStatusText = `Exit status:
  0  conformant, or done      2  wrong usage, nothing sent
  1  not conformant           3  no verdict`;

const others: readonly Row[] = [
  ['--help', 'print this help'],
  ['--version', 'print the version'],
];

/** A word and what it stands for. */
type Row = readonly [word: string, describe: string];

/** The narrowest that a description is made: on a screen that is narrower still, lines are longer than it. */
const narrowest = 20;

/** The help of the program: its commands, and an example of each. @param columns how long a line may be */
export function programHelp(commands: readonly CommandDeclaration[], columns: number): string {
  return [
    'Does a service conform to the Animal Store Service Interface?',
    `${toolName} <command> [options]`,
    table(
      'Commands:',
      commands.map((command) => [usageOf(command), command.describe]),
      columns,
    ),
    table('Others:', others, columns),
    exampleText(commands.flatMap(({ examples }) => examples.slice(0, 1))),
    `${toolName} <command> --help says what a command takes.`,
    exitStatusText,
  ].join('\n\n');
}

/** The help of one command: its arguments, its options below their headings, and examples. */
export function commandHelp(command: CommandDeclaration, columns: number): string {
  const { positional, others: rest, options, describe, examples } = command;
  const given = [positional, rest ?? null].flatMap((argument): Row[] =>
    argument === null ? [] : [[argument.name, argument.describe]],
  );
  const headings = new Set(Object.values(options).map(({ group }) => group));
  return [
    `${toolName} ${usageOf(command)} [options]`,
    wrap(`${capitalised(describe)}.`, columns).join('\n'),
    ...(given.length === 0 ? [] : [table('Arguments:', given, columns)]),
    ...[...headings].map((heading) => table(heading, rowsOf(options, heading), columns)),
    table('Others:', others, columns),
    exampleText(examples),
    exitStatusText,
  ].join('\n\n');
}

function rowsOf(options: CommandDeclaration['options'], heading: string): Row[] {
  return Object.entries(options)
    .filter(([, { group }]) => group === heading)
    .map(([name, option]) => [`--${name}`, optionText(option)]);
}

function optionText({ value, describe }: OptionDeclaration): string {
  return value === undefined ? describe : `${value}: ${describe}`;
}

/** Two columns below a heading, the second as wide as there is room. */
function table(heading: string, rows: readonly Row[], columns: number): string {
  const indent = 2 + Math.max(...rows.map(([word]) => word.length)) + 2;
  const room = Math.max(narrowest, columns - indent);
  const lines = rows.flatMap(([word, describe]) =>
    wrap(describe, room).map((line, index) => `${(index === 0 ? `  ${word}` : '').padEnd(indent)}${line}`),
  );
  return [heading, ...lines].join('\n');
}

/** Examples stand on a line of their own, whole, so that they can be copied. */
function exampleText(examples: CommandDeclaration['examples']): string {
  const lines = examples.map(([commandLine, describe]) => `  ${toolName} ${commandLine}\n      ${describe}`);
  return `Examples:\n${lines.join('\n')}`;
}

function usageOf({ name, positional, others: rest }: CommandDeclaration): string {
  return [
    name,
    ...(positional === null ? [] : [bracketed(positional.name, positional.required)]),
    ...(rest === undefined ? [] : [bracketed(rest.repeated ? `${rest.name}..` : rest.name, rest.required)]),
  ].join(' ');
}

function bracketed(argument: string, required: boolean): string {
  return required ? `<${argument}>` : `[${argument}]`;
}
