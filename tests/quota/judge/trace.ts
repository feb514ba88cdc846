import type { Operation } from '../../../src/exchange/exchange.ts';
import type { Phase, PlanUnderTest } from '../../../src/quota/quota-wire.ts';
import type { Timeline, TimelineEntry } from '../../../src/quota/timeline.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { freePlan } from '../measure/made-up-wire.ts';
import { ask, type LimiterKind, type Ruling } from '../simulation/limiters/limiter.ts';

/** Decides on requests in the order of time. */
export type Decide = (
  atMs: number,
  entry: { readonly key: number; readonly operation: Operation },
) => Omit<Ruling, 'limit'>;

/** The server's clock less the timeline's: a whole minute, so that windows by the clock begin at round times. */
export const epochMs = 1_800_000_000_000;

export const free = freePlan({ neighbour: false });

/** A request that takes `tookMs`, and is decided at `share` of them. */
export interface Sent {
  readonly atMs: number;
  readonly tookMs?: number;
  readonly share?: number;
  readonly key?: number;
  readonly connection?: number;
  readonly phase?: Phase;
  readonly operation?: Operation;
}

/** Many at once, half a ms apart, over connections of their own. */
export function burst(
  atMs: number,
  count: number,
  { phase = 'burst', key = 1 }: { phase?: Phase; key?: number } = {},
): Sent[] {
  return Array.from({ length: count }, (_, position) => ({
    atMs: atMs + position / 2,
    tookMs: 30,
    share: ((position * 7) % 10) / 10,
    connection: position,
    phase,
    key,
  }));
}

/** One after the other. */
export function inTurn(atMs: number, count: number, phase: Phase = 'calibrate', key = 1): Sent[] {
  return Array.from({ length: count }, (_, position) => ({ atMs: atMs + position * 12, phase, key }));
}

/** Two windows of one key: as a measurement asks, but without waiting for what is announced. */
export function twoWindows(startMs: number, againMs: number): Sent[] {
  return [
    ...inTurn(startMs, 3),
    ...burst(startMs + 60, 80),
    ...inTurn(startMs + 2600, 1, 'trickle'),
    ...inTurn(startMs + 3700, 1, 'trickle'),
    ...inTurn(startMs + againMs, 1, 'retry'),
    ...burst(startMs + againMs + 30, 70),
  ];
}

/** The timeline of these requests to a service that decides so. */
export function traceOf(
  sent: readonly Sent[],
  decide: Decide,
  change: (entry: TimelineEntry) => Partial<TimelineEntry> = () => ({}),
  plan: PlanUnderTest = free,
): Timeline {
  const decided = sent
    .map((one) => ({ ...one, tookMs: one.tookMs ?? 10, share: one.share ?? 0.5 }))
    .map((one) => ({ ...one, decidedMs: one.atMs + one.tookMs * one.share }))
    .sort((one, other) => one.decidedMs - other.decidedMs);
  const entries = decided.map((one, position): TimelineEntry => {
    const { key = 1, operation = 'listPets', connection = 0, phase = 'calibrate', decidedMs } = one;
    const { admitted, remaining, resetMs, retryMs } = decide(decidedMs, { key, operation });
    const answeredAtMs = one.atMs + one.tookMs;
    return madeUpEntry({
      exchange: position + 1,
      key,
      connection,
      operation,
      phase,
      sentAtMs: one.atMs,
      answeredAtMs,
      status: admitted ? 200 : 429,
      limit: plan.perMinute,
      remaining,
      reset: Math.ceil((epochMs + resetMs) / 1000),
      retryAfterForm: admitted ? 'absent' : 'seconds',
      retryAfterMs: admitted ? Number.NaN : Math.max(1, Math.ceil((retryMs - decidedMs) / 1000)) * 1000,
      dateMs: Math.floor((epochMs + decidedMs) / 1000) * 1000,
    });
  });
  return entries
    .sort((one, other) => one.answeredAtMs - other.answeredAtMs)
    .map((entry) => ({ ...entry, ...change(entry) }));
}

/** The decisions of a limiter. */
export function decidedBy(kind: LimiterKind, limit = free.perMinute, windowMs = free.minuteMs): Decide {
  const limiter = kind(limit, windowMs);
  return (atMs) => ask(limiter, atMs);
}

/** A counter of its own for each name. */
export function each(
  nameOf: (entry: { readonly key: number; readonly operation: Operation }) => string | number,
  begin: () => Decide,
): Decide {
  const counters = new Map<string | number, Decide>();
  return (atMs, entry) => {
    const name = nameOf(entry);
    const counter = counters.get(name) ?? begin();
    counters.set(name, counter);
    return counter(atMs, entry);
  };
}
