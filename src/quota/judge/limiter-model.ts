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
}

/** A kind of limiter that is permitted. */
export interface LimiterModel {
  readonly kind: LimiterKind;
  /** Whether one limiter of this kind, with a counter for each of these, explains what is demanded. */
  explains(counters: readonly Counter[], allowance: Allowance, demand: Demand): boolean;
}
