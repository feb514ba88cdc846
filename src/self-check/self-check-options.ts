import type { Effort } from '../verdict/run-event.ts';

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
