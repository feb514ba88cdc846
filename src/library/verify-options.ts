import { givenWaiversOf } from '../cli/configuration/read-waivers.ts';
import { settingName } from '../cli/options/option.ts';
import { isOption } from '../cli/options/table.ts';
import { UsageError } from '../cli/usage-error.ts';
import type { Report } from '../report/report.ts';
import type { RunOptions } from '../suite/run-options.ts';
import type { Waiver } from '../verdict/known-failures.ts';
import type { VerifyListener } from '../verify/verify.ts';
import type { ProgramSettings } from './program-settings.ts';

/** A waiver of a program: like an entry of a waiver file. */
export type GivenWaiver = Pick<Waiver, 'requirement' | 'reason' | 'expires'> & Partial<Waiver>;

/**
 * The options of a run. Only the base URL and the key are required; the others have the names and the defaults of the
 * configuration file. A duration is text (`10s`) or a whole number of milliseconds.
 */
export interface VerifyOptions extends ProgramSettings {
  /** The URL before `/pets`: an absolute http(s) URL without query, fragment and user information. */
  readonly baseUrl: string;
  /** The key for all requests except those of plan-limit measurements. No report, event or error shows it. */
  readonly apiKey: string;
  /** The ids of the requirements to verify, instead of `only` and `skip`. */
  readonly selected?: readonly string[] | null | undefined;
  /** Known failures, each accepted until a date. */
  readonly waivers?: readonly GivenWaiver[] | null | undefined;
  /**
   * The report of an earlier run, or its path. Its violations do not count as failures of this run. Both runs need the
   * same service, effort and catalogue.
   */
  readonly baseline?: Report | string | null | undefined;
  /** The command that the reports show to repeat this run. Default: the command line with these options. */
  readonly command?: string | null | undefined;
  /** Receives every event of the run. If it throws, the run ends, and `verify` rejects with that error. */
  readonly onEvent?: VerifyListener | null | undefined;
  /** Ends the run within seconds, with a report of the results so far. */
  readonly signal?: AbortSignal | null | undefined;
}

/** An error of the command line with the option names of the library: `planLimit` for `--plan-limit`. */
export function inWordsOfLibrary(message: string): string {
  return message
    .replace(/^base URL:/, 'baseUrl:')
    .replace(/--([a-z]+(?:-[a-z]+)*)(?: (?:[A-Z]+[=/]?)+(?![a-zA-Z]))?/g, (written, option: string) =>
      isOption(option) ? settingName(option) : written,
    );
}

/** Rethrows an error of the command line. @throws {OptionsError} with the option names of the library. */
export function rethrowInWordsOfLibrary(error: unknown): never {
  throw error instanceof UsageError ? new OptionsError(inWordsOfLibrary(error.message)) : error;
}

/**
 * An error in the options of `verify` or `conformance`. The message is one line without a full stop: the option, the
 * error and the fix. It contains no key, and nothing was sent.
 */
export class OptionsError extends Error {
  override readonly name = 'OptionsError';
}

/**
 * The waivers of a program, validated like those of a file. Without a `source` the source is the position in the list.
 *
 * @throws {OptionsError} if they are not a list.
 * @throws {UsageError} for the first error in one of them.
 */
export function givenWaivers({ waivers }: VerifyOptions): Pick<RunOptions, 'waivers'> {
  if (waivers === undefined || waivers === null) {
    return {};
  }
  if (!Array.isArray(waivers)) {
    throw new OptionsError('waivers: it must be a list');
  }
  const given: readonly unknown[] = waivers;
  const read = givenWaiversOf(given.map(membersOfFile));
  const named = read.map((waiver, index) => ({ ...waiver, source: sourceOf(given[index], waiver) }));
  return { waivers: named };
}

/** In a file the position is the source, and a missing member replaces `null`. */
function membersOfFile(one: unknown): unknown {
  return isObject(one)
    ? Object.fromEntries(Object.entries(one).filter(([name, value]) => name !== 'source' && value !== null))
    : one;
}

function sourceOf(one: unknown, { source }: Waiver): string {
  return isObject(one) && 'source' in one && typeof one.source === 'string' && one.source !== ''
    ? one.source
    : source;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
