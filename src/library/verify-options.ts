import type { HtmlAssets } from '../report/html/page-assets.ts';
import type { Report } from '../report/report.ts';
import type { Plan, PlanLimit, QuotaKey } from '../runner/run-options.ts';
import type { VerifyListener } from '../runner/verify.ts';
import type { Effort } from '../verdict/run-event.ts';
import type { Waiver } from '../verdict/waiver.ts';

/**
 * What a run is to do. Only the address and the key are needed; the rest has the defaults of the command line, and
 * `null` stands for them too. Times are whole numbers of milliseconds.
 */
export interface VerifyOptions {
  /** What stands in front of `/pets`: an absolute http(s) URL without query, fragment and user information. */
  readonly baseUrl: string;
  /** The key that everything but the measurement of plan limits uses. No report, event or error shows it. */
  readonly apiKey: string;
  /** Whether keys are taken that are too short or plain to be hidden in reports. `false` unless told otherwise. */
  readonly allowWeakKey?: boolean | null | undefined;
  /** The plan of `apiKey`. Without it `rate/limit-matches-plan` is skipped. */
  readonly plan?: Plan | null | undefined;
  /** Figures of plans, in requests, where they are not those of the interface document. */
  readonly planLimits?: Readonly<Partial<Record<Plan, PlanLimit>>> | null | undefined;
  /** A key that must be refused. Without it `auth/revoked-key` is skipped. */
  readonly revokedKey?: string | null | undefined;
  /** Keys that the run may use up, each of an account of its own: switches the measurement of their plans on. */
  readonly quotaKeys?: readonly QuotaKey[] | null | undefined;
  /** Fields that every request carries, for what stands in front of the service: `NAME: VALUE`. No value is shown. */
  readonly headers?: readonly string[] | null | undefined;
  /** IP addresses to connect to in the place of those of a host: `HOST:PORT:ADDRESS`. */
  readonly resolve?: readonly string[] | null | undefined;
  /** A file of certificates (PEM) to trust besides the usual ones. */
  readonly caFile?: string | null | undefined;
  /** The file of the certificate (PEM) to show to the service. */
  readonly clientCertificate?: string | null | undefined;
  /** The file of its private key (PEM), where that is another one. */
  readonly clientKey?: string | null | undefined;
  /** Whether the figure of the day is measured too. `false` unless told otherwise. */
  readonly dayQuota?: boolean | null | undefined;
  /** Requests beyond the limit that a burst may send. Half the limit, and no more than 50, unless told otherwise. */
  readonly overshoot?: number | null | undefined;
  /** Whether it is tried out what it brings to go on asking after many 429s. `false` unless told otherwise. */
  readonly probeBan?: boolean | null | undefined;
  /** Categories that exist in the service, best first. Where there is none the run looks for one. */
  readonly categoryIds?: readonly (bigint | number)[] | null | undefined;
  /** A name that the service accepts, with `{tag}` for the run's tag. Where there is none the run finds one. */
  readonly nameTemplate?: string | null | undefined;
  /** Whether the run passes for an ordinary client: no tag in header fields and names. `false` unless told otherwise. */
  readonly disguise?: boolean | null | undefined;
  /** Only requirements whose ids match one of these globs: `auth/*`. */
  readonly only?: readonly string[] | null | undefined;
  /** Not the requirements whose ids match one of these globs. */
  readonly skip?: readonly string[] | null | undefined;
  /** The requirements by their ids, in the place of `only`. */
  readonly selected?: readonly string[] | null | undefined;
  /** Whether nothing may be created. `false` unless told otherwise. */
  readonly readOnly?: boolean | null | undefined;
  /** How many examples a property gets. `normal`, at most 300 requests, unless told otherwise. */
  readonly effort?: Effort | null | undefined;
  /** Requests that may be sent at most. */
  readonly maxRequests?: number | null | undefined;
  /** How long the run may take at most, in ms. */
  readonly maxTimeMs?: number | null | undefined;
  /** How long a new animal may stay out of the list, in ms. 2,000 unless told otherwise. */
  readonly consistencyGraceMs?: number | null | undefined;
  /** How long one answer may take, in ms. 10,000 unless told otherwise. */
  readonly timeoutMs?: number | null | undefined;
  /** How long the service's minute lasts, in ms: for one whose clock is sped up. */
  readonly minuteMs?: number | null | undefined;
  /** How long the service's day lasts, in ms. */
  readonly dayMs?: number | null | undefined;
  /** An unsigned 32-bit integer: the same seed and service, the same requests. Random unless given. */
  readonly seed?: number | null | undefined;
  /** What makes a service non-conformant. `must` unless told otherwise. */
  readonly failOn?: 'must' | 'should' | null | undefined;
  /**
   * The share of the MUST requirements left in by the other options that has to be decided; with less there is no
   * verdict. 0.67 unless told otherwise.
   */
  readonly minDecided?: number | null | undefined;
  /** Whether a MUST requirement that could not be decided counts as a failure. `false` unless told otherwise. */
  readonly requireComplete?: boolean | null | undefined;
  /** Failures that are known and accepted until a day. */
  readonly waivers?: readonly Waiver[] | null | undefined;
  /** Whether a waiver that covers nothing counts as a failure. `false` unless told otherwise. */
  readonly strictWaivers?: boolean | null | undefined;
  /**
   * A report of an earlier run, or the path of one: what it violates already is told apart and doesn't count as a
   * failure. The runs have to be of the same service, effort and catalogue.
   */
  readonly baseline?: Report | string | null | undefined;
  /** The version of the catalogue to keep to: what came later is reported, and fails nothing. By default the newest. */
  readonly catalogue?: number | null | undefined;
  /**
   * The folder for the reports (`index.html`, `report.json`, `junit.xml` …), made where it is missing; what an earlier
   * run left there is replaced. Nothing stays on the disk where it is not given.
   */
  readonly reportDir?: string | null | undefined;
  /** Where `index.html` has its style and script: within it, or in files beside it. `inline` unless told otherwise. */
  readonly htmlAssets?: HtmlAssets | null | undefined;
  /** What the reports show as the command that makes this run again. By default that of the command line. */
  readonly command?: string | null | undefined;
  /** Told every event of the run as it happens. What it throws ends the run, and `verify` rejects with it. */
  readonly onEvent?: VerifyListener | null | undefined;
  /** Ends the run before its end: in seconds, with a report of what was learnt. */
  readonly signal?: AbortSignal | null | undefined;
}
