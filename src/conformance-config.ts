// Written by scripts/write-config-schema.mjs, as schemas/config.schema.json is.

/** A duration: `500ms`, `5s`, `2m` or `24h`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h'}`;

/** Where a key stands: an environment variable, or a file whose only line it is. */
export type KeyReference = { readonly env: string } | { readonly file: string };

/** What a configuration says of one target, or of all of them. */
export interface ConformanceSettings {
  /** The base address, without /pets, e.g. https://staging.example.com/v1. */
  readonly baseUrl?: string | undefined;
  /** The key that the run uses. */
  readonly apiKey?: KeyReference | undefined;
  /** Take keys too short or plain to be hidden in reports: under 8 characters, or 5 different. */
  readonly allowWeakKey?: boolean | undefined;
  /**
   * A key that the run may use up and nobody else uses, and its plan: measures what that plan grants;
   * several in a list.
   */
  readonly quotaKey?: KeyReference | readonly KeyReference[] | undefined;
  /** The plan of that key: free, pro, business or enterprise. */
  readonly plan?: 'free' | 'pro' | 'business' | 'enterprise' | undefined;
  /** Figures of a plan, e.g. enterprise=5000/1000000; several in a list. */
  readonly planLimit?: string | readonly string[] | undefined;
  /** A category that exists in the target; several in a list. */
  readonly categoryId?: number | bigint | string | readonly (number | bigint | string)[] | undefined;
  /** How long the target's minute lasts. Default: 60s. */
  readonly minute?: Duration | undefined;
  /** How long the target's day lasts. Default: 24h. */
  readonly day?: Duration | undefined;
  /**
   * Requests a second, evenly spaced whatever the answers do (open loop); without it each connection
   * sends as fast as it is answered (closed loop).
   */
  readonly rate?: number | string | undefined;
  /** Connections at once, at most. Default: 50; with --rate twice the rate, 100 to 2000. */
  readonly connections?: number | bigint | string | undefined;
  /** How long is measured. Default: 30s. */
  readonly duration?: Duration | undefined;
  /** Load before that, which the figures leave out. Default: 0s. */
  readonly warmup?: Duration | undefined;
  /** How long the load takes to grow to its height, before the warm-up. Default: 0s. */
  readonly ramp?: Duration | undefined;
  /** The weight of each operation. Default: list=70,get=20,create=10. */
  readonly mix?: string | undefined;
  /** Create nothing. */
  readonly readOnly?: boolean | undefined;
  /** The same seed and target, the same requests. Default: random. */
  readonly seed?: number | bigint | string | undefined;
  /** How long one answer may take. Default: 10s. */
  readonly timeout?: Duration | undefined;
  /** Never create more animals, which stay behind; the load ends there. Default: 10000. */
  readonly maxCreations?: number | bigint | string | undefined;
  /** Go beyond the allowance of the key: answers 429 are counted then, and the key may be banned. */
  readonly beyondLimit?: boolean | undefined;
  /**
   * What must be reached, e.g. 'p99<250ms', 'errors<0.1%', 'rate>=500/s', 'get.p99.9<1s'; several in a
   * list.
   */
  readonly objective?: string | readonly string[] | undefined;
  /** What makes the exit status 1: must or should. Default: must. */
  readonly failOn?: 'must' | 'should' | undefined;
  /** Failures that are known, each with a reason and its last day (YAML or JSON). */
  readonly waivers?: string | undefined;
  /**
   * Keep to this version of the catalogue: requirements added later are reported and fail nothing.
   * Default: the newest.
   */
  readonly catalogue?: number | string | undefined;
  /** Where the reports go. Default: a folder of its own under reports/. */
  readonly reportDir?: string | undefined;
  /**
   * Where index.html has style and script: inline, or external for Jenkins and the like. Default:
   * inline.
   */
  readonly htmlAssets?: 'inline' | 'external' | undefined;
  /**
   * A field that every request carries, for what stands in front of the service; its value is never
   * shown; several in a list.
   */
  readonly header?: KeyReference | readonly KeyReference[] | undefined;
  /** The IP address to connect to for that host; several in a list. */
  readonly resolve?: string | readonly string[] | undefined;
  /** Certificates (PEM) to trust besides the usual ones. */
  readonly caFile?: string | undefined;
  /** The certificate (PEM) to show to the service. */
  readonly clientCertificate?: string | undefined;
  /** Its private key (PEM). Default: in the same file. */
  readonly clientKey?: string | undefined;
  /** Only the verdict, and where the report lies. */
  readonly quiet?: boolean | undefined;
  /** Also both sides of each exchange, as it happens, without the keys. */
  readonly verbose?: boolean | undefined;
  /** Events for other programs: one JSON object a line; what people read goes to stderr. */
  readonly json?: boolean | undefined;
  /** A key that must be refused. */
  readonly revokedKey?: KeyReference | undefined;
  /**
   * A name that the service accepts, with {tag} for the run's tag, where it restricts names. Default:
   * found by the run.
   */
  readonly nameTemplate?: string | undefined;
  /** Measure the figure of the day too: free takes about 15 minutes more. */
  readonly dayQuota?: boolean | undefined;
  /** Requests beyond the limit that a burst may send. Default: half the limit, at most 50. */
  readonly overshoot?: number | bigint | string | undefined;
  /** Try out what it brings to go on asking after many 429s. */
  readonly probeBan?: boolean | undefined;
  /** Only requirements whose id matches, e.g. 'auth/*'; several in a list. */
  readonly only?: string | readonly string[] | undefined;
  /** Not the requirements whose id matches; several in a list. */
  readonly skip?: string | readonly string[] | undefined;
  /**
   * Send the header fields of an ordinary client and names without a tag, to see whether the service
   * treats this tool differently.
   */
  readonly disguise?: boolean | undefined;
  /** How many examples a property gets: smoke, normal or thorough. Default: normal. */
  readonly effort?: 'smoke' | 'normal' | 'thorough' | undefined;
  /** Never send more requests. */
  readonly maxRequests?: number | bigint | string | undefined;
  /** Never run longer. Default: 30m; smoke 10m, thorough 4h; more for plan limits. */
  readonly maxTime?: Duration | undefined;
  /** How long a new animal may stay out of the list. Default: 2s. */
  readonly consistencyGrace?: Duration | undefined;
  /**
   * The share of the selected MUST requirements that must be decided, or the exit status is 3. Default:
   * 0.67.
   */
  readonly minDecided?: number | string | undefined;
  /** A MUST requirement skipped or inconclusive makes the exit status 3. */
  readonly requireComplete?: boolean | undefined;
  /** A waiver that covers nothing makes the exit status 1. */
  readonly strictWaivers?: boolean | undefined;
  /** A report of an earlier run: only what got worse since makes the exit status 1. */
  readonly baseline?: string | undefined;
}

/** A configuration file: what holds for every target, and what targets have of their own, by their names. */
export interface ConformanceConfig extends ConformanceSettings {
  readonly targets?: Readonly<Record<string, ConformanceSettings>> | undefined;
}
