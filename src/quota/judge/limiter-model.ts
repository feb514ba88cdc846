import type { LimiterKind } from '../judgement.ts';
import type { Allowance } from './allowance.ts';
import type { KeyLedger } from './key-ledger.ts';
import type { WindowLabel } from './window-labels.ts';

/** One counter of a plan: what was drawn on it, and what its answers announced as ends of windows. */
export interface Counter {
  readonly ledger: KeyLedger;
  readonly labels: readonly WindowLabel[];
  /** Whether `Reset` moves as requests are admitted, which the end of a window doesn't. */
  readonly movesWithUse: boolean;
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
  /** That a limiter in steps gave something back between two moments. */
  readonly stepBetween?: readonly [fromMs: number, toMs: number];
}

/** A kind of limiter that is permitted, and all that the judges ask of a kind. */
export interface LimiterModel {
  readonly kind: LimiterKind;
  /** Whether what it gives back comes at moments that it does not announce, several requests at a time. */
  readonly pace: 'steady' | 'in steps';
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
}
