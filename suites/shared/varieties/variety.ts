import type { Check } from '../../../src/runner/check.ts';
import type { RequirementId } from '../../requirements.ts';

/** One further case of a requirement. The requirements of every response apply to it as well. */
export interface Variety {
  readonly requirement: RequirementId;
  /** Sends it, with the check of the requirement. */
  readonly send: (check: Check) => Promise<unknown>;
  /** Whether it has no valid key, and so could get this address banned. */
  readonly isKeyless?: true;
}
