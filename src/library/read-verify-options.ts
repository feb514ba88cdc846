import { runDeclaration } from '../cli/commands/service-commands.ts';
import { givenWaiversOf } from '../cli/configuration/read-waivers.ts';
import { type OptionName, programSettings, table } from '../cli/options/table.ts';
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
import { OptionsError, rethrowInWordsOfLibrary, type VerifyOptions } from './verify-options.ts';

export interface ReadOptions {
  readonly run: Omit<RunOptions, 'reportDir'>;
  /** As passed, or `null` to write nothing. */
  readonly reportDir: string | null;
}

/** Options that the command line has in another form, or not at all. */
const ownOptions = ['waivers', 'baseline', 'command', 'onEvent', 'signal'];

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
  const argv = repeatedArguments(addressOf(run), settings, runDeclaration.options);
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
      ...waiversIn(options),
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

/** @throws {OptionsError} if they are no list. @throws {UsageError} for the first error in one of them. */
function waiversIn({ waivers }: VerifyOptions): Pick<RunOptions, 'waivers'> {
  if (waivers === undefined || waivers === null) {
    return {};
  }
  if (!Array.isArray(waivers)) {
    throw new OptionsError('waivers: it must be a list');
  }
  return { waivers: givenWaiversOf(waivers) };
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

/** Validates the options that are not settings. A simulated browser has its own class for signals. */
function refuseOtherKinds({ command, onEvent, signal }: VerifyOptions): void {
  const isGiven = (value: unknown) => value !== undefined && value !== null;
  const kinds = [
    ['command', 'text', !isGiven(command) || typeof command === 'string'],
    ['onEvent', 'a function', !isGiven(onEvent) || typeof onEvent === 'function'],
    ['signal', 'an AbortSignal', !isGiven(signal) || typeof signal?.addEventListener === 'function'],
  ] as const;
  for (const [name, kind, isRight] of kinds) {
    if (!isRight) {
      throw new OptionsError(`${name}: it must be ${kind}`);
    }
  }
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
  const { textOf } = codecOf(option);
  const all: readonly unknown[] = table[option].kind === 'list' && Array.isArray(value) ? value : [value];
  return all.map((one) => {
    const text = typeof one === 'string' ? one : textOf?.(one);
    if (text === undefined) {
      throw new OptionsError(`${name}: a value of type ${typeof one} is not valid`);
    }
    return text;
  });
}
