import { faultNamed } from '../../reference-impl/index.ts';
import type { OrderedTrial } from '../../src/self-check/judge-trials.ts';
import type { Subject, Trial, TrialOrder } from '../../src/self-check/trial.ts';
import { requirements } from '../../suites/requirements.ts';

/** The ids that a run without keys for the plan limits decides. */
export const functional: readonly string[] = requirements
  .map(({ id }) => id)
  .filter((id) => !id.startsWith('quota/'));

/** An order of a functional trial. */
export function orderOf(kind: Subject['kind'], name: string): TrialOrder {
  return {
    subject: { kind, name },
    scope: 'functional',
    effort: 'normal',
    isAmple: true,
    seed: 7,
    selected: functional,
    folder: `/reports/self-check-runs/${kind}-${name}`,
  };
}

/** A trial in which these requirements were reported. */
export function trialOf(reported: readonly string[], more: Partial<Trial> = {}): Trial {
  return {
    reported: reported.map((requirement) => ({ requirement, message: `${requirement} does not hold` })),
    undecided: [],
    errors: [],
    requests: 290,
    durationMs: 800,
    tries: 1,
    ...more,
  };
}

/** A fault of that name whose run reported exactly what it violates, but for what is said. */
export function caught(
  name: string,
  without: readonly string[] = [],
  added: readonly string[] = [],
): OrderedTrial {
  const order = orderOf('fault', name);
  const due = (faultNamed(name)?.violates ?? []).filter((id) => !without.includes(id));
  return { order, trial: trialOf([...due, ...added]) };
}

/** An unusual service whose run reported these. */
export function unusual(name: string, reported: readonly string[] = []): OrderedTrial {
  const order = orderOf(name.includes('+') ? 'mixture' : 'variant', name);
  return { order, trial: trialOf(reported) };
}
