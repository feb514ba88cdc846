import type { Report, ReportFinding } from '../report/report.ts';
import { wordsOf } from '../report/shell-word.ts';
import { checkArguments } from './argument-check.ts';
import { runDeclaration } from './commands/run-declaration.ts';
import { wire } from './commands/shared-options.ts';
import type { ConfigFile } from './config-file.ts';
import { keysFor } from './config-target.ts';
import type { Invocation } from './option-table.ts';
import { parseBaseUrl } from './parse/base-url.ts';
import type { Program } from './program.ts';
import { type RunSettings, readRunSettings } from './run-settings.ts';
import { addressOf } from './run-target.ts';
import { Settings } from './settings.ts';
import { readTransport } from './transport/transport-settings.ts';
import { UsageError } from './usage-error.ts';

/** Options of the recorded command without which its checks would not be the same; no others are taken from a file. */
const valued = [
  'plan',
  'plan-limit',
  'minute',
  'day',
  'category-id',
  'name-template',
  'consistency-grace',
  'timeout',
  'overshoot',
];
const flags = ['read-only', 'day-quota', 'probe-ban', 'reference'];
/** Options of `replay` that are those of `run`. */
const ownOptions = ['api-key', 'allow-weak-key', 'revoked-key', 'quota-key', 'timeout', ...Object.keys(wire)];

/** A run that is made again. */
export interface RecordedRun {
  readonly run: RunSettings;
  /** What they were read from. */
  readonly settings: Settings;
}

/**
 * The settings of the run that a report is of, to run its checks again: what its command says of the target, with the
 * keys of now. A report may come from anybody: no key, file or folder is taken from it.
 *
 * @param label the report's name as errors say it
 * @param file the configuration, of which the keys for this address are taken where no other are given
 * @param extra further options of `run`
 * @throws {UsageError} where the report holds no command that could be run again, or a key is missing.
 */
export function readRecordedRun(
  { run, target }: Report,
  invocation: Invocation,
  program: Pick<Program, 'environment' | 'currentFolder'>,
  label: string,
  file: ConfigFile | null,
  extra: readonly string[] = [],
): RecordedRun {
  const own = ownOptions.flatMap((option) =>
    (invocation.options.get(option) ?? []).map((value) => `--${option}=${value}`),
  );
  const address = givenAddress(invocation);
  const recorded = recordedOptions(run.command, [
    ...ownOptions.filter((option) => invocation.options.has(option)),
    ...(address === undefined ? [] : ['reference']),
  ]);
  const isReference = recorded.includes('--reference');
  const args = [
    ...recorded,
    ...own,
    ...extra,
    `--seed=${run.seed}`,
    `--effort=${run.effort}`,
    ...(isReference ? [] : ['--', address ?? target.baseUrl]),
  ];
  try {
    checkArguments([...recorded], runDeclaration);
  } catch (error) {
    const why = error instanceof UsageError ? `: ${error.message}` : '';
    throw new UsageError(`the command that ${label} holds can't be run again${why}`);
  }
  const read = checkArguments(args, runDeclaration);
  const given = new Set([...read.options.keys(), ...(isReference ? [] : ['base-url'])]);
  const keys = isReference ? null : keysFor(address ?? target.baseUrl, file, targetIn(run.command));
  const settings = new Settings(read, program.environment, keys);
  const settled = readRunSettings(settings, given);
  return { run: { ...settled, ...readTransport(settings, addressOf(settled), program) }, settings };
}

/** As an address of the configuration is read, so that the two are the same where they mean the same. */
function givenAddress({ options }: Invocation): string | undefined {
  const text = options.get('base-url')?.[0];
  return text === undefined ? undefined : parseBaseUrl({ text, label: '--base-url' });
}

/** What stands after `run`: the name of a target, or its address. */
function targetIn(command: string): string | undefined {
  const words = wordsOf(command);
  return words[words.indexOf('run') + 1];
}

/** @param except options that are given anew */
function recordedOptions(command: string, except: readonly string[]): string[] {
  const words = wordsOf(command).map(unquoted);
  return words.flatMap((word, index) => {
    const [name = '', inline] = [/^--([a-z-]+)/.exec(word)?.[1], /^--[a-z-]+=(.*)$/s.exec(word)?.[1]];
    if (except.includes(name)) {
      return [];
    }
    if (flags.includes(name)) {
      return [`--${name}`];
    }
    const value = inline ?? words[index + 1];
    return valued.includes(name) && value !== undefined ? [`--${name}=${value}`] : [];
  });
}

/** What a POSIX shell reads a word as, where it holds no expression. */
function unquoted(word: string): string {
  return word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs, (_, single, double, escaped) =>
    single === undefined && double === undefined
      ? String(escaped)
      : String(single ?? double).replace(single === undefined ? /\\(.)/gs : /(?!)/g, '$1'),
  );
}

/** The requirements whose checks bring a finding about, by the command that the report names for that. */
export function checksOf({ rerun }: ReportFinding, requirement: string, known: readonly string[]): string[] {
  const words = wordsOf(rerun).map(unquoted);
  const named = words.flatMap((word, index) => (words[index - 1] === '--only' ? [word] : []));
  return [...new Set([requirement, ...named.filter((id) => known.includes(id))])];
}
