import type { Limiter, LimiterKind } from '../limiters/limiter.ts';
import type { Falsify } from '../service/falsified.ts';
import { limitedService } from '../service/limited-service.ts';
import type { Service, ServiceRequest } from '../service/service.ts';
import { type BrokenLimiter, kinds, type SoldPlan } from './simulated-limiter.ts';

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
