import type { Report } from '../report/report.ts';
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
