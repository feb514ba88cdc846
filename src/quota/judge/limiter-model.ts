import type { LimiterKind } from '../judgement.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { WindowLabel } from './window-labels.ts';

/** The common part of windows, however they begin. */
export const fixedWindows: Omit<LimiterModel, 'kind' | 'explains'> = {
  announcesEnd: true,
  mostRestored: () => 0,
  restsMs: ({ windowMs, slackMs }) => windowMs - slackMs,
  latestResetMs: ({ windowMs }) => windowMs,
};

/** The possible error of a window by a clock of whole seconds or by timers: a tenth of a short one. */
export function cutMs({ windowMs, slackMs }: Allowance): number {
  return slackMs + Math.min(secondMs, windowMs / 10);
}

/** A number of requests per time, and the precision with which an external client can time the limiter. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
  /** The possible error of clocks and timers over one window, in ms. */
  readonly slackMs: number;
  /** The coarsest clock that can't be distinguished from a continuous one, in ms: a second of a minute. */
  readonly tickMs: number;
}

/** By how much two clocks may drift apart, as a share of the time between. */
export const drift = 0.001;
/** The possible delay of timers, in ms, regardless of a fast clock. */
export const timerMs = 60;

/** The coarsest clock of real software, however short the window is, in ms. */
export const secondMs = 1000;

/** `limit` requests in `windowMs`. */
export function allowanceOf(limit: number, windowMs: number): Allowance {
  return {
    limit,
    windowMs,
    slackMs: timerMs + drift * windowMs,
    tickMs: Math.min(secondMs, windowMs / 60),
  };
}

/** One counter of a plan: its use, and the ends of windows that its responses announced. */
export interface Counter {
  readonly ledger: KeyLedger;
  readonly labels: readonly WindowLabel[];
  /** Whether `Reset` moves as requests are admitted, which the end of a window doesn't. */
  readonly movesWithUse: boolean;
}

/** A `Remaining`: when the request was admitted, no more was left than announced. */
export interface Announcement {
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly remaining: number;
}

/**
 * The facts that a limiter must explain. `admissions`: the admitted requests, even if other clients use the counter.
 * `refusals`: the refused requests; no other client may use it. `labels`: `Reset` as the end of each window.
 */
export interface Demand {
  readonly admissions: boolean;
  readonly refusals: boolean;
  readonly labels: boolean;
  /** Only for limiters with steps: the refill of others is known without a search. */
  readonly announcements?: readonly Announcement[];
}

/** A kind of limiter that is permitted, and all that judges and watchers ask of a kind. */
export interface LimiterModel {
  readonly kind: LimiterKind;
  /** Whether it has windows: `Reset` is the end of one, and nothing is restored before it. */
  readonly announcesEnd: boolean;
  /** Whether one limiter of this kind, with a counter for each of these, explains what is demanded. */
  explains(counters: readonly Counter[], allowance: Allowance, demand: Demand): boolean;
  /** The most requests that it can give back between two moments, ends of windows apart. */
  mostRestored(ledger: KeyLedger, allowance: Allowance, fromMs: number, toMs: number): number;
  /** The time after the first request to a full quota in which it restores nothing, in ms. */
  restsMs(allowance: Allowance): number;
  /** The latest honest `Reset` of a quota of which so many were used (the limit), in ms from now: it is full by then. */
  latestResetMs(allowance: Allowance, used?: number): number;
}
