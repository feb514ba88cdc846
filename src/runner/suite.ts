import type { RequirementId } from '../../suites/requirements.ts';
import type { ScenarioName } from '../../suites/scenarios.ts';
import type { Check } from './check.ts';

export type Work = (check: Check) => Promise<void>;

/** The check of a requirement that a watch judges on every response. */
export type Watched =
  /** Sends requests only if no response has exercised the requirement. */
  | { readonly unlessExercised: (check: Check) => Promise<unknown> }
  /** Sends requests, unless the run reuses exchanges and a response has exercised the requirement. */
  | { readonly sends: (check: Check) => Promise<unknown> };

/** The checks of requirements and scenarios by name, in the order in which a run makes them. */
export type Suite = Readonly<Partial<Record<RequirementId | ScenarioName, Work | Watched>>>;
