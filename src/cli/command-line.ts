import { listed } from '../report/words.ts';
import { checkArguments } from './argument-check.ts';
import { type Command, type Invocation, toolVersion } from './command.ts';
import { commands } from './commands/commands.ts';
import { commandHelp, programHelp } from './help-text.ts';
import { nearest, quoted, requireThat, suggestion } from './usage-error.ts';

export type CommandLine =
  | { readonly kind: 'print'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command; readonly invocation: Invocation };

/**
 * @param columns the width of the help. @throws {UsageError} for unknown commands, unknown options and missing values.
 */
export async function readCommandLine(args: readonly string[], columns: number): Promise<CommandLine> {
  const given = beforeTerminator(args);
  const asksForHelp = given[0] === 'help';
  const command = commandOf(asksForHelp ? args.slice(1) : args);
  const position = given.findIndex((word) => /^(?:-h|--help(?:=all)?)$/.test(word));
  if (asksForHelp || position !== -1) {
    const [, topic = '-'] = given;
    requireThat(
      !asksForHelp || command !== undefined || topic.startsWith('-'),
      noSuchCommand(given.slice(1)),
    );
    const isAll = [given[position + 1], given.at(-1)].includes('all') || given[position] === '--help=all';
    const extent = isAll ? 'all' : 'common';
    const help =
      command === undefined ? programHelp(commands, columns) : commandHelp(command, columns, extent);
    return { kind: 'print', text: await help };
  }
  if (given.includes('--version')) {
    return { kind: 'print', text: toolVersion };
  }
  requireThat(command !== undefined, noSuchCommand(args));
  const rest = args.slice(command.name.split(' ').length);
  return { kind: 'command', command, invocation: checkArguments(rest, command) };
}

export function commandOf(args: readonly string[]): Command | undefined {
  const named = commands.filter(({ name }) => name.split(' ').every((word, index) => args[index] === word));
  // The longest name wins: `load merge` before `load`.
  return named.toSorted((left, right) => right.name.length - left.name.length)[0];
}

function beforeTerminator(args: readonly string[]): readonly string[] {
  const terminator = args.indexOf('--');
  return terminator === -1 ? args : args.slice(0, terminator);
}

function noSuchCommand(args: readonly string[]): string {
  const [word = ''] = args;
  const names = commands.map(({ name }) => name);
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
  const extended = names.filter((name) => name.startsWith(`${word} `));
  if (extended.length > 0) {
    return `"${word}" needs one more word: ${listed(
      extended.map((name) => `"${name}"`),
      'or',
    )}`;
  }
  // Repeated only if it is similar to a command, because it may be a key.
  const meant = nearest(word, names);
  return meant === undefined
    ? `the first word is no command: one of ${names.join(', ')}`
    : `unknown command ${quoted(word)}; did you mean ${meant}?`;
}
