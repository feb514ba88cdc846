import type { Effort } from '../verdict/run-event.ts';

/**
 * Something that the suite is tried on: the reference implementation with one fault in it, or in one unusual form
 * that conforms, or in several of these at once.
 */
export interface Subject {
  readonly kind: 'fault' | 'variant' | 'mixture';
  /** As the catalogue has it; the names of a mixture's variants are parted by `+`. */
  readonly name: string;
}

/**
 * What of a subject a trial looks at: `functional` is a whole run without keys for the plan limits; the others
 * measure the limits of the Free plan too: of few requests in a short minute, of more requests, in longer
 * minutes, or by the day as well.
 */
export type Scope = 'functional' | 'minute' | 'larger-minute' | 'longer-minute' | 'long-minute' | 'day';

/** One run of the suite that is to be made. */
export interface TrialOrder {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly effort: Effort;
  /** Unsigned 32-bit seed of the run. */
  readonly seed: number;
  /** The requirement ids that the run decides. */
  readonly selected: readonly string[];
  /** Absolute path of the folder for the run's journal, created by the run. */
  readonly folder: string;
}

/** Everything that decides a self-check. */
export interface SelfCheckOptions {
  /** Names of faults, each made for one of the selected requirements. */
  readonly faults: readonly string[];
  /** Names of variants, and of mixtures: `slow-answers+gcra`. */
  readonly variants: readonly string[];
  /** How many more mixtures are drawn from the seed. */
  readonly mixtures: number;
  /** The requirement ids that are decided. */
  readonly selected: readonly string[];
  readonly effort: Effort;
  /** Unsigned 32-bit seed of the mixtures and of every run. */
  readonly seed: number;
  /** Processes side by side. */
  readonly workers: number;
  /** Absolute path of the folder for the reports; exists already. */
  readonly reportDir: string;
}
