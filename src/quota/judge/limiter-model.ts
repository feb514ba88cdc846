import type { LimiterKind } from '../judgement.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { RemainingBound } from './remaining-bounds.ts';
import type { WindowLabel } from './window-labels.ts';

/** So many requests in so long a time, and how exactly a limiter of that figure can be timed from outside. */
export interface Allowance {
  readonly limit: number;
  readonly windowMs: number;
  /** What clocks and timers may be off by over one window, in ms. */
  readonly slackMs: number;
  /** The coarsest clock that can't be told from a steady one, in ms: a second of a minute. */
  readonly tickMs: number;
}

/** By how much two clocks may drift apart, as a share of the time between. */
export const drift = 0.001;
/** What timers may be late by, in ms. A quick clock doesn't make them any better. */
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

/** One counter of a plan: what was drawn on it, and what its answers announced as ends of windows. */
export interface Counter {
  readonly ledger: KeyLedger;
  readonly labels: readonly WindowLabel[];
  /** Whether `Reset` moves as requests are admitted, which the end of a window doesn't. */
  readonly movesWithUse: boolean;
}

/** That no more was left than `Remaining` said when a request was admitted. */
export interface Announcement {
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly remaining: number;
}

/**
 * What a limiter has to explain. `admissions`: that so much was admitted; holds whoever else draws on the
 * counter. `refusals`: that so much was refused; nobody else may draw on it. `labels`: that `Reset` said when
 * each window ends.
 */
export interface Demand {
  readonly admissions: boolean;
  readonly refusals: boolean;
  readonly labels: boolean;
  /** Asked of limiters in steps alone: what others give back meanwhile is known without a search. */
  readonly announcements?: readonly Announcement[];
}

/** A kind of limiter that is permitted, and all that judges and watchers ask of a kind. */
export interface LimiterModel {
  readonly kind: LimiterKind;
  /** Whether it has windows: `Reset` is the end of one, and nothing comes back before it. */
  readonly announcesEnd: boolean;
  /** Whether one limiter of this kind, with a counter for each of these, explains what is demanded. */
  explains(counters: readonly Counter[], allowance: Allowance, demand: Demand): boolean;
  /** The most requests that it can give back between two moments, ends of windows apart. */
  mostRestored(ledger: KeyLedger, allowance: Allowance, fromMs: number, toMs: number): number;
  /** For so long after the first request to a full quota it gives nothing back, in ms. */
  restsMs(allowance: Allowance): number;
  /** The furthest that an honest `Reset` lies ahead, in ms. */
  latestResetMs(allowance: Allowance): number;
  /** What it says of `Remaining` at most; kinds that differ only in their steps share a bound. */
  readonly remainingBound: (allowance: Allowance) => RemainingBound;
}
