import type { Report } from '../report/report.ts';
import type { VerifyListener } from '../runner/verify.ts';
import type { Waiver } from '../verdict/waiver.ts';
import type { ProgramSettings } from './program-settings.ts';

/** A waiver as a program passes it: as an entry of a file of waivers. */
export type GivenWaiver = Pick<Waiver, 'requirement' | 'reason' | 'expires'> & Partial<Waiver>;

/**
 * The options of a run. Only the base URL and the key are required; the others have the names and the defaults of the
 * configuration file. A duration is text (`10s`) or a whole number of milliseconds.
 */
export interface VerifyOptions extends ProgramSettings {
  /** The URL before `/pets`: an absolute http(s) URL without query, fragment and user information. */
  readonly baseUrl: string;
  /** The key that everything but the measurement of plan limits uses. No report, event or error shows it. */
  readonly apiKey: string;
  /** The ids of the requirements to verify, instead of `only` and `skip`. */
  readonly selected?: readonly string[] | null | undefined;
  /** Known failures, each accepted until a day. */
  readonly waivers?: readonly GivenWaiver[] | null | undefined;
  /**
   * The report of an earlier run, or its path: violations that it has already do not count as failures. Both runs need
   * the same service, effort and catalogue.
   */
  readonly baseline?: Report | string | null | undefined;
  /** The command that the reports show to make this run again. By default that of the command line. */
  readonly command?: string | null | undefined;
  /** Receives every event of the run as it happens. An error that it throws ends the run, and `verify` rejects with it. */
  readonly onEvent?: VerifyListener | null | undefined;
  /** Ends the run early: within seconds, with a report of what was learnt. */
  readonly signal?: AbortSignal | null | undefined;
}
