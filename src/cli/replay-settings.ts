import type { Report, ReportFinding } from '../report/report.ts';
import type { RunArguments } from '../verdict/run-event.ts';
import { checkArguments } from './argument-check.ts';
import type { Invocation } from './command.ts';
import { runDeclaration } from './commands/service-commands.ts';
import type { ConfigFile } from './config-file.ts';
import { keysFor } from './config-target.ts';
import { networkOptions } from './options/service-options.ts';
import { parseBaseUrl } from './parse/base-url.ts';
import type { Program } from './program.ts';
import { type RunSettings, readRunSettings } from './run-settings.ts';
import { addressOf } from './run-target.ts';
import { Settings } from './settings.ts';
import { readTransport } from './transport/transport-settings.ts';
import { UsageError } from './usage-error.ts';

/** Options that are never taken from a report, which may come from anybody: keys, files, and where they are sent. */
const neverFromReport: readonly string[] = [
  ...['api-key', 'allow-weak-key', 'revoked-key', 'quota-key', 'config', 'waivers', 'baseline'],
  ...Object.keys(networkOptions),
];
/** Options of `replay` that are those of `run`. */
const ownOptions: readonly string[] = [
  ...['api-key', 'allow-weak-key', 'revoked-key', 'quota-key', 'timeout'],
  ...Object.keys(networkOptions),
];

/** A run that is made again. */
export interface RecordedRun {
  readonly run: RunSettings;
  /** What they were read from. */
  readonly settings: Settings;
}

/** Which of the run's arguments are taken from its report. */
export type Taken = 'checks' | 'whole run';

/**
 * The settings of the run that a report is of, to run its checks again: what its arguments say of the target, with the
 * keys of now. A report may come from anybody: no key, file or folder is taken from it.
 *
 * @param label the report's name as errors say it
 * @param file the configuration, of which the keys for this address are taken where no other are given
 * @param further options of `run`, by their names
 * @throws {UsageError} where the report holds no arguments that could be used again, or a key is missing.
 */
export function readRecordedRun(
  { run, target }: Report,
  invocation: Invocation,
  program: Pick<Program, 'environment' | 'currentFolder'>,
  label: string,
  file: ConfigFile | null,
  taken: Taken = 'checks',
  further: ReadonlyMap<string, readonly string[]> = new Map(),
): RecordedRun {
  const { argv = { target: target.baseUrl, checks: [], planLimits: [], wholeRun: [] } } = run;
  const address = givenAddress(invocation);
  const isReference = argv.target === '--reference' && address === undefined;
  const options = new Map([
    ...recordedOptions(argv, taken, label),
    ...[...invocation.options].filter(([option]) => ownOptions.includes(option)),
    ...further,
    ['seed', [String(run.seed)]],
    ['effort', [run.effort]],
    ...(isReference ? ([['reference', ['true']]] as const) : []),
  ]);
  const baseUrl = address ?? target.baseUrl;
  const positional = isReference ? undefined : baseUrl;
  const read: Invocation = { command: 'run', positional, others: [], options };
  const given = new Set([...options.keys(), ...(isReference ? [] : ['base-url'])]);
  const keys = isReference ? null : keysFor(baseUrl, file, argv.target);
  const settings = new Settings(read, program.environment, keys);
  const settled = readRunSettings(settings, given);
  return { run: { ...settled, ...readTransport(settings, addressOf(settled), program) }, settings };
}

/** As an address of the configuration is read, so that the two are the same where they mean the same. */
function givenAddress({ options }: Invocation): string | undefined {
  const text = options.get('base-url')?.[0];
  return text === undefined ? undefined : parseBaseUrl({ text, label: '--base-url' });
}

function recordedOptions(
  { checks, planLimits, wholeRun }: RunArguments,
  taken: Taken,
  label: string,
): (readonly [string, readonly string[]])[] {
  try {
    const words = [...checks, ...planLimits, ...(taken === 'whole run' ? wholeRun : [])];
    const { options } = checkArguments(words, { ...runDeclaration, positional: null });
    return [...options].filter(([option]) => !neverFromReport.includes(option));
  } catch (error) {
    const why = error instanceof UsageError ? `: ${error.message}` : '';
    throw new UsageError(`the arguments that ${label} holds can't be used again${why}`);
  }
}

/** The requirements whose checks show a finding. */
export function checksOf({ checks }: ReportFinding, requirement: string, known: readonly string[]): string[] {
  return [...new Set([requirement, ...checks.filter((id) => known.includes(id))])];
}
