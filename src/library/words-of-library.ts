import { settingName } from '../cli/options/option.ts';
import { isOption } from '../cli/options/table.ts';
import { UsageError } from '../cli/usage-error.ts';

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
