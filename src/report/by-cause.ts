import { groupedBy } from '../grouped-by.ts';
import type { Report, ReportRequirement } from './report.ts';

export interface CauseGroup {
  /** Their common cause, or `null` for a single one. */
  readonly cause: string | null;
  readonly members: readonly ReportRequirement[];
}

/** Groups violated requirements by their likely cause, the cause that the run saw first in front. */
export function byCause(requirements: readonly ReportRequirement[], { causes }: Report): CauseGroup[] {
  const groups = groupedBy(
    byEarliest(requirements),
    ({ id }) => causes.find((cause) => cause.requirements.includes(id)) ?? id,
  );
  return [...groups].map(([cause, members]) => ({
    cause: typeof cause === 'string' || members.length === 1 ? null : cause.text,
    members,
  }));
}

/**
 * Violated requirements in the order in which the run first saw them violated: what comes first may be the cause of
 * what follows. Those seen in one exchange stay in the order given.
 */
export function byEarliest(requirements: readonly ReportRequirement[]): ReportRequirement[] {
  return requirements.toSorted((left, right) => earliestOf(left) - earliestOf(right));
}

export function earliestOf({ findings }: ReportRequirement): number {
  return Math.min(...findings.map(({ first, exchanges }) => first ?? Math.min(...exchanges)));
}
