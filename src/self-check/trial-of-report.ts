import type { Report, ReportRequirement } from '../report/report.ts';
import type { Subject, TrialOrder } from './subject.ts';
import type { Trial, Undecided } from './trial.ts';

/** What the run of an order said. Pure. */
export function trialOf({ subject, scope, seed }: TrialOrder, report: Report): Trial {
  const reported = report.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return {
    subject,
    scope,
    seed,
    verdict: report.verdict,
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

/** A run that ends before it has asked everything leaves a service in peace for the wrong reason. */
function cutOff({ kind }: Subject, { interrupted }: Report): string[] {
  return kind === 'fault' || interrupted === null ? [] : [`the run did not come to its end: ${interrupted}`];
}

function undecided({ id, verdict, reason = '' }: ReportRequirement): Undecided[] {
  return verdict === 'skipped' || verdict === 'inconclusive' ? [{ requirement: id, verdict, reason }] : [];
}
