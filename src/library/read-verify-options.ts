import { requirements } from '../../suites/requirements.ts';
import { comparableBaseline, readBaselineSettings } from '../cli/baseline-settings.ts';
import { suggestion } from '../cli/nearest.ts';
import { quoted } from '../cli/quoted.ts';
import { repeatCommand } from '../cli/repeat-command.ts';
import { type RunSettings, readRunSettings } from '../cli/run-settings.ts';
import { addressOf, refuseKeyInTarget, runOptions } from '../cli/run-target.ts';
import type { Setting } from '../cli/setting-value.ts';
import { Settings } from '../cli/settings.ts';
import { readTransport } from '../cli/transport/transport-settings.ts';
import { UsageError } from '../cli/usage-error.ts';
import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { RunOptions } from '../runner/run-options.ts';
import { givenWaivers } from './given-waivers.ts';
import { inWordsOfLibrary, optionTexts } from './option-texts.ts';
import { OptionsError } from './options-error.ts';
import type { VerifyOptions } from './verify-options.ts';

/** Options that were read: everything but the folder of the run is decided. */
export interface ReadOptions {
  readonly run: Omit<RunOptions, 'reportDir'>;
  /** As given, or `null` where nothing is to be written. */
  readonly reportDir: string | null;
  readonly htmlAssets: HtmlAssets;
}

/** What the command line has in another way, or not at all. */
const ownOptions = ['selected', 'waivers', 'command', 'onEvent', 'signal'];

/** What some of these have to be; of the others it is seen where they are read. */
const ownKinds = [
  ['command', 'text', (value: unknown) => typeof value === 'string'],
  ['onEvent', 'a function', (value: unknown) => typeof value === 'function'],
  ['signal', 'an AbortSignal', isSignal],
] as const;

/**
 * Reads the options of a program as the command line reads its own: what is left out has the same defaults, and what is
 * wrong is told in the same words.
 *
 * @throws {OptionsError} for the first one that is wrong or missing.
 */
export async function readVerifyOptions(options: VerifyOptions): Promise<ReadOptions> {
  const { run: read, settings } = readSettings(options);
  const run = { ...read, ...(await readBaseline(options, read, settings).catch(inLibraryWords)) };
  await refuseKeyInTarget(run).catch(inLibraryWords);
  const command = options.command ?? commandOf(run, settings, options.selected);
  const { reportDir: _, ...all } = runOptions(run, '', command);
  return { run: all, reportDir: run.reportDir, htmlAssets: run.htmlAssets };
}

/** The same, without looking for a key in the address. @throws {OptionsError} for the first one that is wrong or missing. */
export function readSettings(options: VerifyOptions): {
  readonly run: RunSettings;
  readonly settings: Settings;
} {
  refuseUnknown(options);
  refuseOtherKinds(options);
  const settings = settingsOf(options);
  try {
    const read = readRunSettings(settings, new Set());
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
    return inLibraryWords(error);
  }
}

/** Rethrows what speaks of the options of the command line. @throws {OptionsError} which speaks of those of the library. */
export function inLibraryWords(error: unknown): never {
  throw error instanceof UsageError ? new OptionsError(inWordsOfLibrary(error.message)) : error;
}

async function readBaseline(
  { baseline }: VerifyOptions,
  run: RunSettings,
  settings: Settings,
): Promise<Pick<RunOptions, 'failedBefore'>> {
  if (typeof baseline !== 'object' || baseline === null) {
    return readBaselineSettings(settings, run, process.cwd());
  }
  const { wholeReport } = await import('../cli/whole-report.ts');
  const report = wholeReport(baseline);
  if (report === null) {
    throw new OptionsError('baseline: this is no report; give one that verify returned, or a report.json');
  }
  const { startedAt } = report.run;
  const given = { text: `the report of ${startedAt}`, label: 'baseline' };
  return { failedBefore: await comparableBaseline(report, run, given) };
}

function commandOf(run: RunSettings, settings: Settings, selected: VerifyOptions['selected']): string {
  const ids = selected && run.selected.length < requirements.length ? run.selected : [];
  return [repeatCommand(run, settings), ...ids.map((id) => `--only ${id}`)].join(' ');
}

function refuseUnknown(options: VerifyOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new OptionsError('the options must be an object: { baseUrl, apiKey }');
  }
  const known = [...Object.keys(optionTexts), ...ownOptions];
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

/** A simulated browser has a class of its own for signals. */
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
  const settings = new Map<string, Setting>();
  for (const [name, { option, written }] of Object.entries(optionTexts)) {
    const value: unknown = options[name as keyof typeof optionTexts];
    if (value !== undefined && value !== null) {
      const values = written(value, name).map((text) => ({ text, label: name }));
      settings.set(option, { kind: 'values', values });
    }
  }
  const nothing = { command: 'run', positional: undefined, others: [], options: new Map() };
  return new Settings(nothing, {}, { name: null, settings });
}

/** @throws {OptionsError} for an id that is none, and where nothing is left. */
function chosen({ selected, only, skip }: VerifyOptions, byGlobs: readonly string[]): readonly string[] {
  if (selected === undefined || selected === null) {
    return byGlobs;
  }
  if (only?.length || skip?.length) {
    throw new OptionsError('selected: it names the requirements itself; leave only and skip out');
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
