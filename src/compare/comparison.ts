import { failsRun, isUndecided, isViolated } from '../report/by-verdict.ts';
import type { Report, ReportRequirement } from '../report/report.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { NamedReport } from './facts.ts';
import { type Remark, remarksOn } from './remarks.ts';

/** A verdict, or `absent` if the catalogue of that run does not contain the requirement. */
export type ComparedVerdict = RequirementVerdict | 'absent';

/** One requirement in two runs. */
export interface Change {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly before: ComparedVerdict;
  readonly after: ComparedVerdict;
  /** The first finding, the reason or the observation of the later run, or empty. */
  readonly text: string;
  /** Where both violate it: the kinds of deviation that only the later one shows. */
  readonly newKinds: readonly string[];
}

/** The changes from one run to a later one, each requirement in at most one list. */
export interface Changes {
  /** Passed before, violated now. */
  readonly broke: readonly Change[];
  /** Was violated, and holds. */
  readonly fixed: readonly Change[];
  /** Was not decided, and is. */
  readonly newlyTested: readonly Change[];
  /** Was decided, and is not. */
  readonly noLongerTested: readonly Change[];
  /** Is violated as before. */
  readonly stillViolated: readonly Change[];
}

/** Two runs side by side. */
export interface Comparison {
  readonly before: NamedReport;
  readonly after: NamedReport;
  readonly remarks: readonly Remark[];
  readonly changes: Changes;
  /** The ids that fail the later run, and about which the earlier one had not said so. */
  readonly newFailures: readonly string[];
}

/** Compares two runs, the earlier one first. Pure. */
export function compareReports(before: NamedReport, after: NamedReport): Comparison {
  const all = allChanges(before.report, after.report);
  const changes = {
    broke: all.filter(({ before: was, after: is }) => holds(was) && isViolated(is)),
    fixed: all.filter(({ before: was, after: is }) => isViolated(was) && holds(is)),
    newlyTested: all.filter(({ before: was, after: is }) => isUntested(was) && !isUntested(is)),
    noLongerTested: all.filter(({ before: was, after: is }) => !isUntested(was) && isUntested(is)),
    stillViolated: all.filter(({ before: was, after: is }) => isViolated(was) && isViolated(is)),
  };
  const newFailures = [...changes.broke, ...changes.newlyTested]
    .filter(({ before: was }) => was !== 'absent')
    .filter(({ after: is }) => failsRun(is, after.report.run))
    .map(({ id }) => id);
  return { before, after, remarks: remarksOn(before.report, after.report), changes, newFailures };
}

/** The exit status of a comparison: 1 for a new failure, 3 if the later run has no verdict, otherwise 0. */
export function comparisonStatus({ newFailures, after }: Comparison): 0 | 1 | 3 {
  if (newFailures.length > 0) {
    return 1;
  }
  return after.report.verdict === 'none' || after.report.interrupted !== null ? 3 : 0;
}

/** In the order of the later catalogue; what only the earlier one has comes last. */
function allChanges(before: Report, after: Report): Change[] {
  const earlier = new Map(before.requirements.map((requirement) => [requirement.id, requirement]));
  const ids = new Set(after.requirements.map(({ id }) => id));
  return [
    ...after.requirements.map((requirement) => change(requirement, earlier.get(requirement.id), requirement)),
    ...before.requirements
      .filter(({ id }) => !ids.has(id))
      .map((requirement) => change(requirement, requirement, undefined)),
  ];
}

function change(
  { id, level, statement }: ReportRequirement,
  before: ReportRequirement | undefined,
  after: ReportRequirement | undefined,
): Change {
  const known = new Set(before?.findings.map(({ kind }) => kind));
  const both = before !== undefined && isViolated(before.verdict);
  const kinds = both
    ? (after?.findings ?? []).map(({ kind }) => kind).filter((kind) => !known.has(kind))
    : [];
  return {
    id,
    level,
    statement,
    before: before?.verdict ?? 'absent',
    after: after?.verdict ?? 'absent',
    text: after?.findings[0]?.message ?? after?.reason ?? after?.observation ?? '',
    newKinds: [...new Set(kinds)],
  };
}

function holds(verdict: ComparedVerdict): boolean {
  return verdict === 'passed' || verdict === 'observed';
}

function isUntested(verdict: ComparedVerdict): boolean {
  return isUndecided(verdict) || verdict === 'absent';
}
