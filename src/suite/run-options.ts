import type { LoadPlan } from '../load/load-plan.ts';
import type { ShardStart } from '../load/shards/shard-plan.ts';
import type { Place, Transport } from '../target/transport.ts';
import type { Baseline, Waiver } from '../verdict/known-failures.ts';
import type { Effort, Reach, RunArguments } from '../verdict/run-event.ts';

/** The plans that the interface document names (section "Rate limits by plan"). */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** The limits of a plan. */
export interface PlanLimit {
  /** Requests per minute. */
  readonly perMinute: number;
  /** Requests per day. */
  readonly perDay: number;
}

/** A key whose quota a run may exhaust, and its plan. */
export interface QuotaKey {
  readonly plan: Plan;
  readonly key: string;
}

/** The earlier run of `--after`. */
export interface AfterOptions {
  /** Its folder, absolute and as passed. */
  readonly folder: string;
  readonly source: string;
  readonly startedAt: string;
  /** Whether its journal ends before the run did. */
  readonly isCut: boolean;
}

/** The command of `--across`, and how long the service may take to respond again after it, in ms. */
export interface AcrossOptions {
  readonly command: string;
  readonly timeoutMs: number;
}

/** All settings of a run, merged from flags, environment, configuration file and defaults. */
export interface RunOptions {
  /** Absolute http(s) URL without query, fragment, user information or trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The plan of `apiKey`, or `null` if the user did not state it. */
  readonly plan: Plan | null;
  /** The limits of each plan; of `enterprise` only if the user stated them. */
  readonly planLimits: Readonly<Partial<Record<Plan, PlanLimit>>>;
  readonly revokedKey: string | null;
  /** Keys that the run may exhaust, each of a separate account; the Nth one is `quota-key-N`. */
  readonly quotaKeys: readonly QuotaKey[];
  /** Whether to measure daily limits. */
  readonly dayQuota: boolean;
  /** The plans whose daily limit is measured; all plans if absent. */
  readonly dayQuotaPlans?: readonly Plan[];
  /** The number of requests beyond the limit that a burst may send; `null`: half the limit, at most 50. */
  readonly overshoot: number | null;
  /** Whether to keep sending after repeated 429s, to detect a temporary ban. */
  readonly probeBan: boolean;
  /** Further addresses of the service, over which bursts are dealt out; absent without any. */
  readonly places?: readonly Place[];
  /** The command to run after the checks, across which more is tested; absent without `--across`. */
  readonly across?: AcrossOptions;
  /** An earlier run, since which something ran across which more is tested; absent without `--after`. */
  readonly after?: AfterOptions;
  /** Categories that exist in the target, most preferred first; empty if the user named none. */
  readonly categoryIds: readonly bigint[];
  /** A name that the service accepts, containing `{tag}`; if absent, the preflight finds one. */
  readonly nameTemplate?: string | undefined;
  /** The requirement ids to decide, in the catalogue's order. */
  readonly selected: readonly string[];
  readonly readOnly: boolean;
  readonly effort: Effort;
  /** The maximum number of requests, or `null` for no bound. */
  readonly maxRequests: number | null;
  /** The maximum duration of the run in ms, or `null` for the bound of `runBudget`. */
  readonly maxTimeMs: number | null;
  /** How long a new animal may be missing from lists, in ms. */
  readonly consistencyGraceMs: number;
  /** The time from the first creation to the late readings, in ms; 3,000 if absent. */
  readonly lateReadingsMs?: number;
  /** The time-out of a response, in ms. */
  readonly timeoutMs: number;
  /** The duration of the target's minute and day, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
  /** Unsigned 32-bit seed. */
  readonly seed: number;
  readonly failOn: 'must' | 'should';
  /** The minimum share of selected MUST requirements that a verdict needs decided, 0 to 1; 0.67 if absent. */
  readonly minDecided?: number | undefined;
  /** Proxy, TLS and additional header fields; a direct connection if absent. */
  readonly transport?: Transport;
  /** The flags behind `transport`, for generated commands such as curl; absent if none was given. */
  readonly reach?: Reach;
  /** Known failures: reported separately, without failing the run. */
  readonly waivers?: readonly Waiver[];
  /** Failures of an earlier run: reported separately, without failing this run. */
  readonly failedBefore?: Baseline;
  /** The catalogue version in use: later requirements can't fail the run. The newest if absent. */
  readonly catalogue?: number;
  /** Absolute path of the folder for journal and reports, which exists already. */
  readonly reportDir: string;
  /** The tested implementation, `NAME@sha256:…` or `NAME@gitCommit:…`; absent if the user names none. */
  readonly implementation?: string | undefined;
  /** The command line that repeats this run, without secrets. */
  readonly command: string;
  /** Its arguments; absent if nothing is reported. */
  readonly argv?: RunArguments;
}

/** Everything that decides a load, after command line, environment, configuration file and defaults are merged. */
export interface LoadOptions
  extends Pick<
    RunOptions,
    | 'baseUrl'
    | 'apiKey'
    | 'plan'
    | 'planLimits'
    | 'minuteMs'
    | 'dayMs'
    | 'categoryIds'
    | 'nameTemplate'
    | 'seed'
    | 'transport'
    | 'reach'
    | 'reportDir'
    | 'command'
    | 'argv'
    | 'waivers'
    | 'catalogue'
  > {
  readonly load: LoadPlan;
  /** Whether no other client uses the key, as stated by `--quota-key`. */
  readonly ownKey: boolean;
  /** Whether the load may go beyond the allowance of the key. */
  readonly beyondLimit: boolean;
  readonly failOn: 'must' | 'should';
  /** Present if this process makes only a part of the load. */
  readonly shard?: ShardStart;
}
