import type { LoadPlan } from '../load/load-plan.ts';
import type { RunOptions } from './run-options.ts';

/** Everything that decides a load, after command line, environment, configuration file and defaults are merged. */
export interface LoadOptions
  extends Pick<
    RunOptions,
    | 'baseUrl'
    | 'apiKey'
    | 'plan'
    | 'planLimits'
    | 'minuteMs'
    | 'dayMs'
    | 'categoryIds'
    | 'seed'
    | 'transport'
    | 'reach'
    | 'reportDir'
    | 'command'
    | 'argv'
    | 'waivers'
    | 'catalogue'
  > {
  readonly load: LoadPlan;
  /** Whether no other client uses the key, as stated by `--quota-key`. */
  readonly ownKey: boolean;
  /** Whether the load may go beyond the allowance of the key. */
  readonly beyondLimit: boolean;
  readonly failOn: 'must' | 'should';
}
