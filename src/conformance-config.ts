// Written by scripts/write-option-types.mjs from the table of options.

/** A duration: `500ms`, `5s`, `2m` or `24h`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

/** Where a key is: in an environment variable, or in a file, as its only line. */
export type KeyReference = { readonly env: string } | { readonly file: string };

/** The settings of one target, or of all of them. */
export interface ConformanceSettings {
  /** The base URL, without /pets, e.g. https://staging.example.com/v1. */
  readonly baseUrl?: string | undefined;
  /** The API key. */
  readonly apiKey?: KeyReference | undefined;
  /** Accept keys of under 8 characters, or under 5 different ones, which reports can not hide. */
  readonly allowWeakKey?: boolean | undefined;
  /** The plan of that key: free, pro, business or enterprise. */
  readonly plan?: 'free' | 'pro' | 'business' | 'enterprise' | undefined;
  /** The limits of a plan, e.g. enterprise=5000/1000000; one, or a list. */
  readonly planLimit?: string | readonly string[] | undefined;
  /** A revoked key, to test that it is refused. */
  readonly revokedKey?: KeyReference | undefined;
  /** A category that exists in the service; one, or a list. Default: found by the run. */
  readonly categoryId?: number | bigint | string | readonly (number | bigint | string)[] | undefined;
  /**
   * A name that the service accepts, with {tag} for the run's tag, if it restricts names. Default: found
   * by the run.
   */
  readonly nameTemplate?: string | undefined;
  /** The length of the service's minute. Default: 1m. */
  readonly minute?: Duration | undefined;
  /** The length of the service's day. Default: 24h. */
  readonly day?: Duration | undefined;
  /**
   * A dedicated key that the run may exhaust, and its plan, to measure the limits of that plan; one, or
   * a list.
   */
  readonly quotaKey?: KeyReference | readonly KeyReference[] | undefined;
  /** Measure the daily limit too, which takes 15 minutes or more on Free. */
  readonly dayQuota?: boolean | undefined;
  /** Requests that a burst may send beyond the limit. Default: half the limit, at most 50. */
  readonly overshoot?: number | string | undefined;
  /** Keep sending after repeated 429s, to detect a temporary ban. */
  readonly probeBan?: boolean | undefined;
  /**
   * The URL of a generator in another place, which sends its part of each burst; once for each place;
   * one, or a list.
   */
  readonly generator?: string | readonly string[] | undefined;
  /**
   * The token of all generators; preferably set ANIMAL_STORE_GENERATOR_TOKEN, or pass
   * --generator-token-file.
   */
  readonly generatorToken?: KeyReference | undefined;
  /** Only requirements whose id matches, e.g. 'auth/*'; one, or a list. */
  readonly only?: string | readonly string[] | undefined;
  /** Skip requirements whose id matches; one, or a list. */
  readonly skip?: string | readonly string[] | undefined;
  /** Create nothing. */
  readonly readOnly?: boolean | undefined;
  /**
   * Send the header fields of an ordinary client and names without a tag, to detect a service that
   * treats this tool differently.
   */
  readonly disguise?: boolean | undefined;
  /** How many examples are sent: smoke, normal or thorough. Default: normal. */
  readonly effort?: 'smoke' | 'normal' | 'thorough' | undefined;
  /** The seed of everything that is random: the same seed sends the same requests. Default: random. */
  readonly seed?: number | string | undefined;
  /** Send at most N requests. */
  readonly maxRequests?: number | string | undefined;
  /** Run no longer than this. Default: 30m; smoke 10m, thorough 4h; more for plan limits and --across. */
  readonly maxTime?: Duration | undefined;
  /** How long to wait for a response. Default: 10s. */
  readonly timeout?: Duration | undefined;
  /** How long a new animal may be missing from lists. Default: 2s. */
  readonly consistencyGrace?: Duration | undefined;
  /**
   * Requests per second, evenly spaced (open loop); without it each connection sends as soon as the last
   * response arrived (closed loop).
   */
  readonly rate?: number | string | undefined;
  /** Concurrent connections, at most. Default: 50; with --rate twice the rate, 100 to 2000. */
  readonly connections?: number | string | undefined;
  /** How long to measure. Default: 30s. */
  readonly duration?: Duration | undefined;
  /** Load before the measurement, not part of its results. Default: 0ms. */
  readonly warmup?: Duration | undefined;
  /** How long the load ramps up, before the warm-up. Default: 0ms. */
  readonly ramp?: Duration | undefined;
  /** The weight of each operation. Default: list=70,get=20,create=10. */
  readonly mix?: string | undefined;
  /** Create at most N animals, which can not be deleted; the load ends there. Default: 10000. */
  readonly maxCreations?: number | string | undefined;
  /** Exceed the limit of the key: 429s are counted, and the key may be banned. */
  readonly beyondLimit?: boolean | undefined;
  /**
   * An objective of the load, e.g. 'p99<250ms', 'errors<0.1%', 'rate>=500/s', 'get.p99.9<1s'; one, or a
   * list.
   */
  readonly objective?: string | readonly string[] | undefined;
  /** The level of requirement whose violation makes the exit status 1: must or should. Default: must. */
  readonly failOn?: 'must' | 'should' | undefined;
  /**
   * The share of the selected MUST requirements to decide, else the exit status is 3; only 1 counts
   * those that need an option which is not given. Default: 0.67.
   */
  readonly minDecided?: number | string | undefined;
  /** Known failures, each with a reason and an expiry date (YAML or JSON). */
  readonly waivers?: string | undefined;
  /** The report of an earlier run: only new failures make the exit status 1. */
  readonly baseline?: string | undefined;
  /**
   * Judge by this version of the catalogue: later requirements are reported, and fail nothing. Default:
   * the newest.
   */
  readonly catalogue?: number | string | undefined;
  /**
   * Where to write the reports: index.html, report.json, junit.xml, summary.md …. Default: a new folder
   * under reports/.
   */
  readonly reportDir?: string | undefined;
  /**
   * Send the metrics of the report to an OpenTelemetry collector (OTLP/JSON over HTTP), e.g.
   * http://localhost:4318.
   */
  readonly otlp?: string | undefined;
  /**
   * The output: quiet, only the verdict and the path of the report; verbose, also each exchange; json,
   * one event per line. Default: normal.
   */
  readonly output?: 'normal' | 'quiet' | 'verbose' | 'json' | undefined;
  /** A header field of every request, e.g. for a gateway; its value is never shown; one, or a list. */
  readonly header?: KeyReference | readonly KeyReference[] | undefined;
  /** The IP address to connect to for that host; one, or a list. */
  readonly resolve?: string | readonly string[] | undefined;
  /** Certificates (PEM) to trust in addition to the usual ones. */
  readonly caFile?: string | undefined;
  /** The client certificate (PEM). */
  readonly clientCertificate?: string | undefined;
  /** Its private key (PEM). Default: in the same file. */
  readonly clientKey?: string | undefined;
}

/** A configuration file: the settings of every target, and the targets' own, by their names. */
export interface ConformanceConfig extends ConformanceSettings {
  readonly targets?: Readonly<Record<string, ConformanceSettings>> | undefined;
}
