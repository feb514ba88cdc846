import type { RunVerdict } from '../report/report.ts';
import type { Scope, Subject, TrialOrder } from './subject.ts';

/** A requirement that a run holds to be violated. */
export interface Blame {
  readonly requirement: string;
  /** What the first finding says. */
  readonly message: string;
}

/** A requirement that a run was asked to decide, and did not. */
export interface Undecided {
  readonly requirement: string;
  readonly verdict: 'skipped' | 'inconclusive';
  readonly reason: string;
}

/** One run of the suite on one subject, and what it said. */
export interface Trial {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly seed: number;
  readonly verdict: RunVerdict;
  /** What failed or was warned of, in the catalogue's order. */
  readonly blamed: readonly Blame[];
  readonly undecided: readonly Undecided[];
  /** Faults of the suite itself: why the run says nothing. */
  readonly errors: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** How many runs this is: one, or as many as it took to see everything that was due. */
  readonly tries: number;
}

/** A trial that could not be made, and why. */
export function failedTrial({ subject, scope, seed }: TrialOrder, error: string, durationMs: number): Trial {
  const nothing = { blamed: [], undecided: [], requests: 0, tries: 1 };
  return { subject, scope, seed, verdict: 'none', ...nothing, errors: [error], durationMs };
}

/** What two runs on one subject said together: all that either of them blamed; the rest is the later one's. */
export function together(earlier: Trial, later: Trial): Trial {
  const isNew = ({ requirement }: Blame): boolean =>
    later.blamed.every((blame) => blame.requirement !== requirement);
  const blamed = [...earlier.blamed.filter(isNew), ...later.blamed];
  return {
    ...later,
    blamed,
    undecided: later.undecided.filter(({ requirement }) =>
      blamed.every((blame) => blame.requirement !== requirement),
    ),
    errors: [...earlier.errors, ...later.errors],
    requests: earlier.requests + later.requests,
    durationMs: earlier.durationMs + later.durationMs,
    tries: earlier.tries + later.tries,
  };
}
