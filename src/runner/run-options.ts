import type { Transport } from '../target/transport.ts';
import type { Baseline } from '../verdict/baseline.ts';
import type { Reach } from '../verdict/reach.ts';
import type { Effort } from '../verdict/run-event.ts';
import type { Waiver } from '../verdict/waiver.ts';

/** The plans that the interface document names (section "Rate limits by plan"). */
export type Plan = 'free' | 'pro' | 'business' | 'enterprise';

/** How many requests a plan sells, a minute and a day. */
export interface PlanLimit {
  /** Requests a minute. */
  readonly perMinute: number;
  /** Requests a day. */
  readonly perDay: number;
}

/** A key whose quota a run may use up, and the plan that it is of. */
export interface QuotaKey {
  readonly plan: Plan;
  readonly key: string;
}

/** Everything that decides a run, after command line, environment, configuration file and defaults are merged. */
export interface RunOptions {
  /** Absolute http(s) URL without query, fragment, user information or trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The plan of `apiKey`, where the user told it. */
  readonly plan: Plan | null;
  /** The figures of each plan; `enterprise` only where the user stated them. */
  readonly planLimits: Readonly<Partial<Record<Plan, PlanLimit>>>;
  readonly revokedKey: string | null;
  /** Keys that the run may use up, each of an account of its own; the Nth one is `quota-key-N`. */
  readonly quotaKeys: readonly QuotaKey[];
  /** Whether the figure of the day is measured too. */
  readonly dayQuota: boolean;
  /** The plans of which it is measured, where it is not measured of all. */
  readonly dayQuotaPlans?: readonly Plan[];
  /** Requests beyond the limit that a burst may send, or `null` for half the limit, and no more than 50. */
  readonly overshoot: number | null;
  /** Whether it is tried out what it brings to go on asking after a 429. */
  readonly probeBan: boolean;
  /** Categories that exist in the target, best first; empty where the user named none. */
  readonly categoryIds: readonly bigint[];
  /** A name that the service accepts, with `{tag}` in it; absent where the preflight finds one. */
  readonly nameTemplate?: string;
  /** Whether the run passes for an ordinary client: no field names this program, no name is recognisably its own. */
  readonly disguised?: boolean;
  /** The requirement ids to decide, in the catalogue's order. */
  readonly selected: readonly string[];
  readonly readOnly: boolean;
  readonly effort: Effort;
  /** Requests that may be sent at most, or `null` for no bound. */
  readonly maxRequests: number | null;
  /** Milliseconds that the run may take at most, or `null` for what `runBudget` allows. */
  readonly maxTimeMs: number | null;
  /** How long a new animal may stay out of the list, in ms. */
  readonly consistencyGraceMs: number;
  /** How long after the first creation the last readings and lists come, in ms: 3,000 where it is absent. */
  readonly lateReadingsMs?: number;
  /** How long one answer may take, in ms. */
  readonly timeoutMs: number;
  /** How long the target's minute and day last, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
  /** Unsigned 32-bit seed. */
  readonly seed: number;
  readonly failOn: 'must' | 'should';
  readonly requireComplete: boolean;
  /** The share of the MUST requirements left in that has to be decided for a verdict, 0 to 1; 0.67 where it is absent. */
  readonly minDecided?: number;
  /** How connections are made, and what every request carries: straight to the service where it is absent. */
  readonly transport?: Transport;
  /** What was told of that, for programs that are to do the same; absent where nothing was. */
  readonly reach?: Reach;
  /** Failures that are known: they are told apart and don't fail the run. None where it is absent. */
  readonly waivers?: readonly Waiver[];
  /** Whether a waiver that is stale makes the exit status 1. */
  readonly strictWaivers?: boolean;
  /** What an earlier run saw violated: it is told apart and doesn't fail the run. */
  readonly failedBefore?: Baseline;
  /** The version of the catalogue to keep to: what came later can't fail the run. The newest where it is absent. */
  readonly catalogue?: number;
  /** Absolute path of the folder for journal and reports; exists already. */
  readonly reportDir: string;
  /** The command line that makes this run again, secrets left out. */
  readonly command: string;
}
