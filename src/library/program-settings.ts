import type { StatedLimit } from '../cli/options/service-values.ts';
import type { QuotaKey } from '../suite/run-options.ts';

/** A duration: `500ms`, `5s`, `2m` or `24h`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

/** The settings of a run, as a program passes them. `null` means the default. */
export interface ProgramSettings {
  /** The plan of that key: free, pro, business or enterprise. */
  readonly plan?: 'free' | 'pro' | 'business' | 'enterprise' | null | undefined;
  /** The limits of a plan, e.g. enterprise=5000/1000000; one, or a list. */
  readonly planLimit?: StatedLimit | readonly StatedLimit[] | null | undefined;
  /** A revoked key, to test that it is refused. */
  readonly revokedKey?: string | null | undefined;
  /** A category that exists in the service; one, or a list. Default: found by the run. */
  readonly categoryId?: number | bigint | readonly (number | bigint)[] | null | undefined;
  /**
   * A name that the service accepts, with {tag} for the run's tag, if it restricts names. Default: found
   * by the run.
   */
  readonly nameTemplate?: string | null | undefined;
  /** The length of the service's minute. Default: 1m. */
  readonly minute?: Duration | number | null | undefined;
  /** The length of the service's day. Default: 24h. */
  readonly day?: Duration | number | null | undefined;
  /**
   * A dedicated key that the run may exhaust, and its plan, to measure the limits of that plan; one, or
   * a list.
   */
  readonly quotaKey?: QuotaKey | readonly QuotaKey[] | null | undefined;
  /** Measure the daily limit too, which takes 15 minutes or more on Free. */
  readonly dayQuota?: boolean | null | undefined;
  /** Requests that a burst may send beyond the limit. Default: half the limit, at most 50. */
  readonly overshoot?: number | null | undefined;
  /** Keep sending after repeated 429s, to detect a temporary ban. */
  readonly probeBan?: boolean | null | undefined;
  /**
   * A further address of the same service, a base URL or an IP address, to which bursts are dealt out
   * too; one, or a list.
   */
  readonly place?: string | readonly string[] | null | undefined;
  /** Only requirements whose id matches, e.g. 'auth/*'; one, or a list. */
  readonly only?: string | readonly string[] | null | undefined;
  /** Skip requirements whose id matches; one, or a list. */
  readonly skip?: string | readonly string[] | null | undefined;
  /** Create nothing. */
  readonly readOnly?: boolean | null | undefined;
  /** How many examples are sent: smoke, normal or thorough. Default: normal. */
  readonly effort?: 'smoke' | 'normal' | 'thorough' | null | undefined;
  /** The seed of everything that is random: the same seed sends the same requests. Default: random. */
  readonly seed?: number | null | undefined;
  /** Send at most N requests. */
  readonly maxRequests?: number | null | undefined;
  /** Run no longer than this. Default: 30m; smoke 10m, thorough 4h; more for plan limits and --across. */
  readonly maxTime?: Duration | number | null | undefined;
  /** How long to wait for a response. Default: 10s. */
  readonly timeout?: Duration | number | null | undefined;
  /** How long a new animal may be missing from lists. Default: 2s. */
  readonly consistencyGrace?: Duration | number | null | undefined;
  /** The level of requirement whose violation makes the exit status 1: must or should. Default: must. */
  readonly failOn?: 'must' | 'should' | null | undefined;
  /**
   * The share of the selected MUST requirements to decide, else the exit status is 3; only 1 counts
   * those that need an option which is not given. Default: 0.67.
   */
  readonly minDecided?: number | null | undefined;
  /**
   * Judge by this version of the catalogue: later requirements are reported, and fail nothing. Default:
   * the newest.
   */
  readonly catalogue?: number | null | undefined;
  /**
   * Where to write the reports: index.html, report.json, junit.xml, summary.md …. Default: a new folder
   * under reports/.
   */
  readonly reportDir?: string | null | undefined;
  /**
   * The tested implementation, for the report: an image with its digest, NAME@sha256:…, or a commit,
   * NAME@gitCommit:…. Default: none.
   */
  readonly implementation?: string | null | undefined;
  /** A header field of every request, e.g. for a gateway; its value is never shown; one, or a list. */
  readonly header?: string | readonly string[] | null | undefined;
  /** Certificates (PEM) to trust in addition to the usual ones. */
  readonly caFile?: string | null | undefined;
  /** The client certificate (PEM). */
  readonly clientCertificate?: string | null | undefined;
  /** Its private key (PEM). Default: in the same file. */
  readonly clientKey?: string | null | undefined;
}
