import type { Report, ReportRequirement } from '../report/report.ts';
import type { Effort } from '../verdict/run-event.ts';

/** A requirement that a run reports as violated. */
export interface ReportedViolation {
  readonly requirement: string;
  readonly message: string;
}

/** A selected requirement that a run did not decide. */
export interface Undecided {
  readonly requirement: string;
  readonly verdict: 'skipped' | 'inconclusive';
  readonly reason: string;
}

/** One run of the suite on one subject, and its result. */
export interface Trial {
  /** The failed and warned requirements, in the catalogue's order. */
  readonly reported: readonly ReportedViolation[];
  readonly undecided: readonly Undecided[];
  /** Internal errors of the suite; with any, the run proves nothing. */
  readonly errors: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** The number of runs that were combined: one, or as many as it took to report every violated requirement. */
  readonly tries: number;
}

export function failedTrial(error: string, durationMs: number): Trial {
  return { reported: [], undecided: [], errors: [error], requests: 0, durationMs, tries: 1 };
}

/** Combines two runs on one subject: the violations of both; everything else is taken from the later run. */
export function together(earlier: Trial, later: Trial): Trial {
  const isNew = ({ requirement }: ReportedViolation): boolean =>
    later.reported.every((violation) => violation.requirement !== requirement);
  const reported = [...earlier.reported.filter(isNew), ...later.reported];
  return {
    ...later,
    reported,
    undecided: later.undecided.filter(({ requirement }) =>
      reported.every((violation) => violation.requirement !== requirement),
    ),
    errors: [...earlier.errors, ...later.errors],
    requests: earlier.requests + later.requests,
    durationMs: earlier.durationMs + later.durationMs,
    tries: earlier.tries + later.tries,
  };
}

export function trialOf({ subject }: TrialOrder, report: Report): Trial {
  const reported = report.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return {
    reported: reported.map(({ id, findings }) => ({ requirement: id, message: findings[0]?.message ?? '' })),
    undecided: report.requirements
      .filter(({ id }) => report.run.selected.includes(id))
      .flatMap((requirement) => undecided(requirement)),
    errors: [...report.internalErrors.map(({ message }) => message), ...cutOff(subject, report)],
    requests: report.run.requests,
    durationMs: report.run.durationMs,
    tries: 1,
  };
}

/** An incomplete run does not clear a service. */
function cutOff({ kind }: Subject, { interrupted, run }: Report): string[] {
  if (kind === 'fault') {
    return [];
  }
  if (interrupted !== null) {
    return [`the run was interrupted: ${interrupted}`];
  }
  const { durationMs, budget } = run;
  return budget !== undefined && durationMs >= budget.maxTimeMs ? ['the run reached its time limit'] : [];
}

function undecided({ id, verdict, reason = '' }: ReportRequirement): Undecided[] {
  return verdict === 'skipped' || verdict === 'inconclusive' ? [{ requirement: id, verdict, reason }] : [];
}

/**
 * A subject of the suite: the reference implementation with one fault, with one conforming variant, or with several
 * variants.
 */
export interface Subject {
  readonly kind: 'fault' | 'variant' | 'mixture';
  /** The name in the catalogue; a mixture has the names of its variants, joined by `+`. */
  readonly name: string;
}

/**
 * The scope of a trial: `functional` is a whole run without keys for the plan limits; the others also measure the
 * limits of the Free plan: of few requests in a short minute, of more requests, in longer minutes, or with the daily
 * limit.
 */
export type Scope = 'functional' | 'minute' | 'larger-minute' | 'longer-minute' | 'long-minute' | 'day';

export interface TrialOrder {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly effort: Effort;
  /** Whether the run's key has an ample allowance, so that the run sends further cases. */
  readonly isAmple: boolean;
  /** Unsigned 32-bit seed of the run. */
  readonly seed: number;
  readonly selected: readonly string[];
  /** Absolute path of the folder for the run's journal, created by the run. */
  readonly folder: string;
}

export interface SelfCheckOptions {
  /** Names of faults, each made for one of the selected requirements. */
  readonly faults: readonly string[];
  /** Names of variants, and of mixtures: `slow-answers+gcra`. */
  readonly variants: readonly string[];
  /** The number of additional mixtures, drawn by the seed; `null` for those that hold every variant once. */
  readonly mixtures: number | null;
  readonly selected: readonly string[];
  readonly effort: Effort;
  /** The allowance of the key of every functional run, or `null` for what its fault needs. */
  readonly allowance: 'ordinary' | 'ample' | null;
  /** Unsigned 32-bit seed of the mixtures and of every run. */
  readonly seed: number;
  /** The number of concurrent processes. */
  readonly workers: number;
  /** Absolute path of the folder for the reports; exists already. */
  readonly reportDir: string;
}
