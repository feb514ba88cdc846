import { parseArgs } from 'node:util';
import type { Command, Invocation } from './command.ts';
import type { Option } from './options/option.ts';
import { quoted, requireThat, suggestion, UsageError } from './usage-error.ts';

/**
 * Reads the arguments after a command's name and refuses what it does not take. The error never contains values of
 * unknown options or surplus arguments, because they may be a key.
 *
 * @throws {UsageError} for an unknown option, a missing or empty value, a single option given twice, and too few or too
 * many arguments.
 */
export function checkArguments(args: readonly string[], command: Command): Invocation {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(command.options).map(([name, { kind }]) => [
        name,
        { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: true },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = new Map<string, string[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      positionals.push(token.value);
    } else if (token.kind === 'option') {
      const option = knownOption(token.rawName, token.name, args[token.index] ?? '', command);
      const value =
        option.kind === 'flag'
          ? flagValue(token.name, token.value)
          : optionValue(token.name, option.codec.placeholder, token.value, token.inlineValue === true);
      options.set(token.name, [...(options.get(token.name) ?? []), value]);
    }
  }
  refuseRepeated(options, command);
  checkPositionals(positionals, command);
  return { command: command.name, positionals, options };
}

function knownOption(rawName: string, name: string, argument: string, command: Command): Option {
  const option = Object.hasOwn(command.options, name) ? command.options[name] : undefined;
  if (option !== undefined && rawName === `--${name}`) {
    return option;
  }
  const written = rawName.startsWith('--') ? rawName : (argument.split('=')[0] ?? rawName);
  const known = [...Object.keys(command.options), 'help', 'version'].map((known) => `--${known}`);
  throw new UsageError(
    `unknown option ${quoted(written)}${suggestion(`--${written.replace(/^-+/, '')}`, known)}`,
  );
}

function flagValue(name: string, value: string | undefined): string {
  if (value !== undefined && value !== 'true' && value !== 'false') {
    throw new UsageError(`--${name} takes no value: write --${name} alone`);
  }
  return value ?? 'true';
}

function optionValue(name: string, placeholder: string, value: string | undefined, inline: boolean): string {
  requireThat(value !== undefined, `--${name} needs a value: --${name} ${placeholder}`);
  requireThat(value !== '', `--${name} needs a value, and an empty one was given: --${name} ${placeholder}`);
  if (!inline && /^-(?!\d|$)/.test(value)) {
    throw new UsageError(
      `--${name} needs a value: --${name} ${placeholder} (one that begins with a dash: --${name}=${placeholder})`,
    );
  }
  return value;
}

function refuseRepeated(options: ReadonlyMap<string, readonly string[]>, command: Command): void {
  for (const [name, values] of options) {
    if (values.length > 1 && command.options[name]?.kind !== 'list') {
      throw new UsageError(`--${name} is passed ${values.length} times; pass it once`);
    }
  }
}

function checkPositionals(given: readonly string[], { name, positionals = [] }: Command): void {
  const excess = positionals.at(-1)?.repeated === true ? 0 : given.length - positionals.length;
  if (excess > 0) {
    throw new UsageError(
      `"${name}" ${takesText(positionals)}, and ${excess === 1 ? '1 more was' : `${excess} more were`} given; options begin with --`,
    );
  }
  const empty = given.indexOf('');
  requireThat(empty === -1, `<${(positionals[empty] ?? positionals.at(-1))?.name}> is empty`);
  const missing = positionals.slice(given.length).find(({ required }) => required);
  if (missing !== undefined) {
    const too = given.length > 0 ? ' too' : '';
    throw new UsageError(`"${name}" needs <${missing.name}>${too}: ${missing.describe}`);
  }
}

function takesText(positionals: NonNullable<Command['positionals']>): string {
  const [first, second] = positionals.map(({ name }) => `<${name}>`);
  if (first === undefined) {
    return 'takes no argument';
  }
  return second === undefined
    ? `takes one argument, ${first}`
    : `takes two arguments, ${first} and ${second}`;
}
