import { shellWord } from '../report/shell-word.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { RunArguments } from '../verdict/run-event.ts';
import { toolName } from './command.ts';
import type { Option, Options } from './options/option.ts';
import { isOption, type OptionName } from './options/table.ts';
import { knownOfReference } from './settings/common-settings.ts';
import type { Settings } from './settings/settings.ts';

/**
 * The arguments that repeat a run or a load: the base URL, or the name of the target, which has the keys, and every
 * option that is not written as its default, from the command line, the environment or the configuration file.
 *
 * @param baseUrl `null` for the bundled reference implementation
 * @param without options to omit
 */
export function repeatedArguments(
  baseUrl: string | null,
  settings: Settings,
  options: Options,
  without: readonly string[] = [],
): RunArguments {
  return baseUrl === null
    ? {
        target: '--reference',
        ...repeatedWords(settings, options, [...without, ...knownOfReference, 'reference']),
      }
    : { target: settings.targetName ?? baseUrl, ...repeatedWords(settings, options, without) };
}

export function repeatCommand(
  command: 'run' | 'load',
  { target, checks, planLimits, wholeRun }: RunArguments,
  seed: number,
): string {
  return commandLine([command, target, ...checks, ...planLimits, ...wholeRun, '--seed', String(seed)]);
}

/** A command line of this program for a POSIX shell. */
export function commandLine(words: readonly string[]): string {
  return ['npx', toolName, ...words].map(shellWord).join(' ');
}

/**
 * The options of a command as words of a command line, from all sources. Secrets from the environment or the
 * configuration file are omitted, because both are read again; others become shell expressions.
 *
 * @param without options to omit
 */
export function repeatedWords(
  settings: Settings,
  options: Options,
  without: readonly string[] = [],
): Omit<RunArguments, 'target'> {
  const wordsFor = (purpose: Option['repeated']) =>
    Object.entries(options).flatMap(([name, row]) =>
      row.repeated === purpose && isOption(name) && !without.includes(name)
        ? wordsOf(name, row, settings)
        : [],
    );
  return { checks: wordsFor('checks'), planLimits: wordsFor('plan limits'), wholeRun: wordsFor('whole run') };
}

function wordsOf(name: OptionName, row: Option, settings: Settings): string[] {
  if (row.secret === true && !settings.isGivenDirectly(name)) {
    return [];
  }
  const texts = settings.texts(name).map(({ value }) => value);
  if (row.kind === 'flag') {
    return texts[0] === 'true' ? [`--${name}`] : [];
  }
  return texts.flatMap((text, index) => {
    const isDefault = row.kind === 'single' && text === row.defaultText;
    const shown = row.secret === true ? shownAs(name, text, index + 1) : text;
    // A value that begins with a dash would be read as an option.
    const words = shown.startsWith('-') ? [`--${name}=${shown}`] : [`--${name}`, shown];
    return isDefault ? [] : words;
  });
}

function shownAs(name: OptionName, text: string, position: number): string {
  switch (name) {
    case 'header':
      return `${text.slice(0, text.indexOf(':'))}: $ANIMAL_STORE_HEADER_${position}`;
    case 'quota-key':
      return text.includes('=') ? `${text.slice(0, text.indexOf('='))}=${quotaKeyShownAs(position)}` : text;
    default:
      return `$ANIMAL_STORE_${name.toUpperCase().replaceAll('-', '_')}`;
  }
}
