import { requirements } from '../../suites/requirements.ts';
import { runDeclaration } from '../cli/commands/service-commands.ts';
import { programSettings } from '../cli/configuration/config-file.ts';
import { type OptionName, table } from '../cli/options/table.ts';
import { repeatCommand, repeatedArguments } from '../cli/repeat-command.ts';
import { addressOf } from '../cli/settings/common-settings.ts';
import { comparableBaseline, readBaselineSettings } from '../cli/settings/earlier-run.ts';
import {
  type RunSettings,
  readRunSettings,
  refuseKeyInTarget,
  runOptions,
} from '../cli/settings/run-settings.ts';
import { codecOf, Settings } from '../cli/settings/settings.ts';
import { readTransport } from '../cli/transport/transport-settings.ts';
import { quoted, suggestion } from '../cli/usage-error.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { givenWaivers, OptionsError, rethrowInWordsOfLibrary, type VerifyOptions } from './verify-options.ts';

export interface ReadOptions {
  readonly run: Omit<RunOptions, 'reportDir'>;
  /** As passed, or `null` to write nothing. */
  readonly reportDir: string | null;
}

/** Options that the command line has in another form, or not at all. */
const ownOptions = ['selected', 'waivers', 'baseline', 'command', 'onEvent', 'signal'];

/** The required types of some of these; the others are validated where they are read. */
const ownKinds = [
  ['command', 'text', (value: unknown) => typeof value === 'string'],
  ['onEvent', 'a function', (value: unknown) => typeof value === 'function'],
  ['signal', 'an AbortSignal', isSignal],
] as const;

/**
 * Reads the options of a program like those of a command line, with the same defaults and errors.
 *
 * @throws {OptionsError} for the first one that is wrong or missing.
 */
export async function readVerifyOptions(options: VerifyOptions): Promise<ReadOptions> {
  const { run: read, settings } = readSettings(options);
  const run = { ...read, ...(await readBaseline(options, read, settings).catch(rethrowInWordsOfLibrary)) };
  try {
    refuseKeyInTarget(run);
  } catch (error) {
    rethrowInWordsOfLibrary(error);
  }
  const argv = argumentsOf(run, settings, options.selected);
  const command = options.command ?? repeatCommand('run', argv, run.seed);
  const { reportDir: _, ...all } = runOptions(run, '', { argv, command });
  return { run: all, reportDir: run.reportDir };
}

/** The same, without searching the base URL for a key. @throws {OptionsError} for the first one that is wrong or missing. */
export function readSettings(options: VerifyOptions): {
  readonly run: RunSettings;
  readonly settings: Settings;
} {
  refuseUnknown(options);
  refuseOtherKinds(options);
  const settings = settingsOf(options);
  try {
    const read = readRunSettings(settings);
    const run = {
      ...read,
      selected: chosen(options, read.selected),
      ...givenWaivers(options),
      ...readTransport(settings, addressOf(read), {
        environment: process.env,
        currentFolder: process.cwd(),
      }),
    };
    return { run, settings };
  } catch (error) {
    return rethrowInWordsOfLibrary(error);
  }
}

async function readBaseline(
  { baseline }: VerifyOptions,
  run: RunSettings,
  settings: Settings,
): Promise<Pick<RunOptions, 'failedBefore'>> {
  if (baseline === undefined || baseline === null) {
    return {};
  }
  if (typeof baseline === 'string') {
    return readBaselineSettings(settings, run, process.cwd());
  }
  if (typeof baseline !== 'object') {
    throw new OptionsError('baseline: it must be a report, or the path of one');
  }
  const { isReport } = await import('../cli/report-files/report-file.ts');
  if (!isReport(baseline)) {
    throw new OptionsError('baseline: this is not a report; pass one that verify returned, or a report.json');
  }
  const { startedAt } = baseline.run;
  const given = { value: `the report of ${startedAt}`, label: 'baseline' };
  return { failedBefore: await comparableBaseline(baseline, run, given) };
}

function argumentsOf(run: RunSettings, settings: Settings, selected: VerifyOptions['selected']) {
  const argv = repeatedArguments(addressOf(run), settings, runDeclaration.options);
  const ids = selected && run.selected.length < requirements.length ? run.selected : [];
  return { ...argv, wholeRun: [...argv.wholeRun, ...ids.flatMap((id) => ['--only', id])] };
}

function refuseUnknown(options: VerifyOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionsError('the options must be an object: { baseUrl, apiKey }');
  }
  const known = [...programSettings.keys(), ...ownOptions];
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionsError(`unknown option ${quoted(unknown)}${suggestion(unknown, known)}`);
  }
  for (const [name, example] of [
    ['baseUrl', 'e.g. http://localhost:8080/v1'],
    ['apiKey', 'the key that the run uses'],
  ] as const) {
    if (options[name] === undefined || options[name] === null) {
      throw new OptionsError(`${name} is missing: give ${example}`);
    }
  }
}

function refuseOtherKinds(options: VerifyOptions): void {
  for (const [name, kind, isIt] of ownKinds) {
    const value = options[name] ?? null;
    if (value !== null && !isIt(value)) {
      throw new OptionsError(`${name}: it must be ${kind}`);
    }
  }
}

/** A simulated browser has its own class for signals. */
function isSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'aborted' in value &&
    'addEventListener' in value &&
    typeof value.addEventListener === 'function'
  );
}

function settingsOf(options: VerifyOptions): Settings {
  const values: Readonly<Record<string, unknown>> = { ...options };
  const texts = new Map<OptionName, string[]>();
  const given = (option: OptionName, name: string): void => {
    const value = values[name] ?? null;
    if (value !== null) {
      texts.set(option, textsOf(option, value, name));
    }
  };
  for (const [name, { option }] of programSettings) {
    given(option, name);
  }
  if (typeof options.baseline === 'string') {
    given('baseline', 'baseline');
  }
  return new Settings({ command: 'run', positionals: [], options: texts }, {}, null);
}

/** The value of a program for an option, as the command line has it. @throws {OptionsError} for one of another type. */
function textsOf(option: OptionName, value: unknown, name: string): string[] {
  const { textOf, placeholder } = codecOf(option);
  const all: readonly unknown[] = table[option].kind === 'list' && Array.isArray(value) ? value : [value];
  return all.map((one) => {
    const text = typeof one === 'string' ? one : textOf?.(one);
    if (text === undefined) {
      throw new OptionsError(`${name}: expected ${placeholder}, found ${typeof one}`);
    }
    return text;
  });
}

/** @throws {OptionsError} for an unknown id, and if no requirement is left. */
function chosen({ selected, only, skip }: VerifyOptions, byGlobs: readonly string[]): readonly string[] {
  if (selected === undefined || selected === null) {
    return byGlobs;
  }
  if (only?.length || skip?.length) {
    throw new OptionsError('selected: it names the requirements itself; omit only and skip');
  }
  const ids = requirements.map(({ id }) => id);
  for (const id of Array.isArray(selected) ? selected : [selected]) {
    if (!ids.includes(id)) {
      const meant = suggestion(String(id), ids, '; see the ids of requirements');
      throw new OptionsError(`selected: ${quoted(String(id))} is no requirement${meant}`);
    }
  }
  const left = ids.filter((id) => selected.includes(id));
  if (left.length === 0) {
    throw new OptionsError('selected: there is no requirement in it; leave it out for all of them');
  }
  return left;
}
