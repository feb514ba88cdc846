import type { ReportRequirement } from './report.ts';

/**
 * Violated requirements in the order in which the run first saw them violated: what comes first may be the cause of
 * what follows. Those seen in one exchange stay in the order given.
 */
export function byEarliest(requirements: readonly ReportRequirement[]): ReportRequirement[] {
  return requirements.toSorted((left, right) => earliestOf(left) - earliestOf(right));
}

/** The number of the earliest exchange that shows a violation of a requirement. */
export function earliestOf({ findings }: ReportRequirement): number {
  return Math.min(...findings.map(({ first, exchanges }) => first ?? Math.min(...exchanges)));
}
