import { type Limiter, type LimiterKind, slidingLog } from '../limiters/limiter.ts';
import { alignedWindow, anchoredWindow, tokenBucket } from '../limiters/permitted.ts';
import { slidingCounter } from '../limiters/sliding-counter.ts';
import type { Random } from '../random.ts';
import {
  type Falsify,
  limitedService,
  type Service,
  type ServiceRequest,
} from '../service/limited-service.ts';

/** What a service sells, and chance for whatever it leaves to chance. */
export interface SoldPlan {
  readonly perMinute: number;
  readonly perDay: number;
  readonly minuteMs: number;
  readonly dayMs: number;
  readonly random: Random;
}

/** A service of its own for one run. */
export interface SimulatedService {
  readonly service: Service;
  /** Whether what is wrong with it happened in this run. */
  readonly faultHappened: () => boolean;
}

/** A limiter of the catalogue. */
export interface SimulatedLimiter {
  /** Stable: a row of the results. */
  readonly name: string;
  readonly begin: (plan: SoldPlan) => SimulatedService;
}

/** A broken limiter, and the requirements that it violates. */
export interface BrokenLimiter extends SimulatedLimiter {
  /** Requirements of which one has to be reported. */
  readonly reported: readonly string[];
  /** Requirements that may be reported as well. */
  readonly alsoReported: readonly string[];
  /** Whether it shows only where the figure of the day is measured. */
  readonly dayQuota: boolean;
  /** How many keys of the plan are given. */
  readonly keys: 'one' | 'two' | 'any';
  /** Why it can't be caught, or not every time; `null` where it is caught in 98 of 100 runs at 60 a minute. */
  readonly undecidable: string | null;
}

/** The kinds on which faults are tried. */
export const kinds = {
  'fixed window by the clock': alignedWindow,
  'fixed window from the first request': anchoredWindow,
  'sliding log': slidingLog,
  'sliding counter': slidingCounter,
  'token bucket': tokenBucket,
} as const satisfies Record<string, LimiterKind>;

/** The name of a kind on which faults are tried. */
export type KindName = keyof typeof kinds;

/** The requirements that a broken limiter violates, and how reliably that is detected. */
export interface Violation {
  readonly reported: readonly string[];
  readonly alsoReported?: readonly string[];
  readonly dayQuota?: boolean;
  readonly keys?: BrokenLimiter['keys'];
  readonly undecidable?: string;
}

/** What is wrong with a service. */
export interface Fault extends Violation {
  /** What counts the minute; without it, the kind. */
  readonly minute?: (kind: LimiterKind) => LimiterKind;
  /** Begins a counter; without it, one of the minute. */
  readonly begin?: (kind: LimiterKind, plan: SoldPlan, counter: string | number) => Limiter;
  /** Made anew for each run. */
  readonly counterOf?: () => (request: ServiceRequest) => string | number;
  /** Made anew for each run. */
  readonly falsify?: () => Falsify;
}

/** The same fault on several kinds; `undecidableOn` says on which of them it can't be seen, and why. */
export function brokenOn(
  names: readonly KindName[],
  fault: string,
  parts: Fault,
  undecidableOn: Partial<Record<KindName, string>> = {},
): readonly BrokenLimiter[] {
  return names.map((name) => ({
    name: `${name}: ${fault}`,
    reported: parts.reported,
    alsoReported: parts.alsoReported ?? [],
    dayQuota: parts.dayQuota ?? false,
    keys: parts.keys ?? 'any',
    undecidable: undecidableOn[name] ?? parts.undecidable ?? null,
    begin: (plan) => ({ service: faultyService(kinds[name], parts, plan), faultHappened: () => true }),
  }));
}

function faultyService(kind: LimiterKind, parts: Fault, plan: SoldPlan): Service {
  const minute = parts.minute?.(kind) ?? kind;
  return limitedService({
    begin: (counter) => parts.begin?.(kind, plan, counter) ?? minute(plan.perMinute, plan.minuteMs),
    ...(parts.counterOf === undefined ? {} : { counterOf: parts.counterOf() }),
    ...(parts.falsify === undefined ? {} : { falsify: parts.falsify() }),
  });
}
