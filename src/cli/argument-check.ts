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
  const [positional, ...others] = positionals;
  return { command: command.name, positional, others, options };
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

function checkPositionals(positionals: readonly string[], command: Command): void {
  const { positional, others } = command;
  const most = mostPositionals(command);
  if (positionals.length > most) {
    const excess = positionals.length - most;
    throw new UsageError(
      `"${command.name}" ${takesText(command)}, and ${excess === 1 ? '1 more was' : `${excess} more were`} given; options begin with --`,
    );
  }
  const empty = positionals.indexOf('');
  requireThat(empty === -1, `<${empty === 0 ? positional?.name : others?.name}> is empty`);
  if (positionals.length === 0 && positional?.required === true) {
    throw new UsageError(`"${command.name}" needs <${positional.name}>: ${positional.describe}`);
  }
  if (positionals.length === 1 && others?.required === true) {
    throw new UsageError(`"${command.name}" needs <${others.name}> too: ${others.describe}`);
  }
}

function mostPositionals({ positional, others }: Command): number {
  if (positional === null) {
    return 0;
  }
  return others?.repeated === true ? Number.POSITIVE_INFINITY : others === undefined ? 1 : 2;
}

function takesText({ positional, others }: Command): string {
  if (positional === null) {
    return 'takes no argument';
  }
  return others === undefined
    ? `takes one argument, <${positional.name}>`
    : `takes two arguments, <${positional.name}> and <${others.name}>`;
}
