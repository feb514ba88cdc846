import type { GivenWaiver } from '../cli/configuration/read-waivers.ts';
import { settingName } from '../cli/options/option.ts';
import { isOption } from '../cli/options/table.ts';
import { UsageError } from '../cli/usage-error.ts';
import type { Report } from '../report/report.ts';
import type { VerifyListener } from '../verify/verify.ts';
import type { ProgramSettings } from './program-settings.ts';

/**
 * The options of a run. Only the base URL and the key are required; the others have the names and the defaults of the
 * configuration file. A duration is text (`10s`) or a whole number of milliseconds.
 */
export interface VerifyOptions extends ProgramSettings {
  /** The URL before `/pets`: an absolute http(s) URL without query, fragment and user information. */
  readonly baseUrl: string;
  /** The key for all requests except those of plan-limit measurements. No report, event or error shows it. */
  readonly apiKey: string;
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
