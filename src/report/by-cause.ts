import type { Report, ReportRequirement } from './report.ts';

/** Violated requirements that are shown together. */
export interface CauseGroup {
  /** What they have in common, or `null` for one alone. */
  readonly cause: string | null;
  readonly members: readonly ReportRequirement[];
}

/** Groups violated requirements by their likely cause, the cause that the run saw first in front. */
export function byCause(requirements: readonly ReportRequirement[], { causes }: Report): CauseGroup[] {
  const groups = new Map<string, { cause: string | null; members: ReportRequirement[] }>();
  for (const requirement of byEarliest(requirements)) {
    const index = causes.findIndex((cause) => cause.requirements.includes(requirement.id));
    const key = index < 0 ? requirement.id : `cause ${index}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { cause: causes[index]?.text ?? null, members: [requirement] });
    } else {
      group.members.push(requirement);
    }
  }
  return [...groups.values()].map(({ cause, members }) => ({
    cause: members.length > 1 ? cause : null,
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

/** The number of the earliest exchange that shows a violation of a requirement. */
export function earliestOf({ findings }: ReportRequirement): number {
  return Math.min(...findings.map(({ first, exchanges }) => first ?? Math.min(...exchanges)));
}
