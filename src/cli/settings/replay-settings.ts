import type { Report, ReportFinding } from '../../report/report.ts';
import type { RunArguments } from '../../verdict/run-event.ts';
import { checkArguments } from '../argument-check.ts';
import type { Invocation, Program } from '../command.ts';
import { runDeclaration } from '../commands/service-commands.ts';
import type { ConfigFile } from '../configuration/config-file.ts';
import { keysFor } from '../configuration/config-target.ts';
import { networkOptions } from '../options/service-options.ts';
import { baseUrl } from '../options/service-values.ts';
import { isOption, table } from '../options/table.ts';
import { readTransport } from '../transport/transport-settings.ts';
import { readLocated, UsageError } from '../usage-error.ts';
import { type RunSettings, readRunSettings } from './run-settings.ts';
import { Settings } from './settings.ts';

/** Options that are never read from a report, because anyone may have written it: keys, files, and addresses. */
const neverFromReport: readonly string[] = [
  // Anyone may have written the report, and the shell would run a command.
  ...['across', 'across-timeout', 'after'],
  ...['reference', 'revoked-key', 'quota-key', 'place', 'config', 'waivers', 'baseline'],
  ...Object.keys(networkOptions),
];
const ownOptions: readonly string[] = [
  ...['api-key', 'revoked-key', 'quota-key', 'place', 'timeout'],
  ...Object.keys(networkOptions),
];

/**
 * The settings to run the checks of a report again: the arguments of its run, with the current keys. Anyone may have
 * written the report, so no key, file or folder is read from it.
 *
 * @param label the name of the report in errors
 * @param file the configuration, whose keys for this base URL apply unless others are passed
 * @throws {UsageError} if the arguments of the report can't be used, or a key is missing.
 */
export function readRecordedRun(
  { run, target }: Report,
  invocation: Invocation,
  program: Pick<Program, 'environment' | 'currentFolder'>,
  label: string,
  file: ConfigFile | null,
): RunSettings {
  const { argv = { target: target.baseUrl, checks: [], planLimits: [], wholeRun: [] } } = run;
  const address = givenAddress(invocation);
  const isReference = argv.target === '--reference' && address === undefined;
  const options = new Map([
    ...recordedOptions(argv, label),
    ...[...invocation.options].filter(([option]) => ownOptions.includes(option)),
    ['seed', [String(run.seed)]],
    ['effort', [run.effort]],
    ...(isReference ? ([['reference', ['true']]] as const) : []),
  ]);
  const baseUrl = address ?? target.baseUrl;
  const positionals = isReference ? [] : [baseUrl];
  const read: Invocation = { command: 'run', positionals, options };
  const keys = isReference ? null : keysFor(baseUrl, file, argv.target);
  const settings = new Settings(read, program.environment, keys);
  const settled = readRunSettings(settings);
  return { ...settled, ...readTransport(settings, isReference ? null : settled.baseUrl, program) };
}

/** Normalised like the base URLs of the configuration, so that equal ones match. */
function givenAddress({ options }: Invocation): string | undefined {
  const text = options.get('base-url')?.[0];
  return text === undefined ? undefined : readLocated({ value: text, label: '--base-url' }, baseUrl.parse);
}

function recordedOptions(
  { checks, planLimits }: RunArguments,
  label: string,
): (readonly [string, readonly string[]])[] {
  try {
    const { options } = checkArguments([...checks, ...planLimits], { ...runDeclaration, positionals: [] });
    return [...options].filter(([option]) => isRepeated(option) && !neverFromReport.includes(option));
  } catch (error) {
    const why = error instanceof UsageError ? `: ${error.message}` : '';
    throw new UsageError(`the arguments that ${label} holds can't be used again${why}`);
  }
}

/** Whether a replay takes an option from the report: not those for output, folders and dry runs. */
function isRepeated(option: string): boolean {
  return isOption(option) && table[option].repeated !== 'never';
}

/** The requirements whose checks reproduce a finding. */
export function checksOf({ checks }: ReportFinding, requirement: string, known: readonly string[]): string[] {
  return [...new Set([requirement, ...checks.filter((id) => known.includes(id))])];
}
