import { failsRun, isUndecided, isViolated, requirementsOf } from '../report/by-verdict.ts';
import type { Report, ReportRequirement } from '../report/report.ts';
import { counted, listed, timeText } from '../report/words.ts';
import type { Level } from '../verdict/requirement.ts';
import type { ComparedVerdict } from './matrix.ts';
import { hindrances, kindOf } from './remarks.ts';

export interface Change {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly before: ComparedVerdict;
  readonly after: ComparedVerdict;
  /** The first finding, the reason or the observation of the later run, or empty. */
  readonly text: string;
  /** If both violate it: the kinds of deviation that only the later one shows. */
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
  readonly stillViolated: readonly Change[];
}

export interface Comparison {
  readonly before: NamedReport;
  readonly after: NamedReport;
  /** Why the runs can't be compared in full, one sentence each. */
  readonly hindrances: readonly string[];
  readonly changes: Changes;
  /** The ids that fail the later run, and did not fail the earlier one. */
  readonly newFailures: readonly string[];
}

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
  return { before, after, hindrances: hindrances(before.report, after.report), changes, newFailures };
}

/** The exit status of a comparison: 1 for a new failure, 3 if the later run has no verdict, otherwise 0. */
export function comparisonStatus({ newFailures, after }: Comparison): 0 | 1 | 3 {
  if (newFailures.length > 0) {
    return 1;
  }
  return after.report.verdict === 'none' || after.report.interrupted !== null ? 3 : 0;
}

/** In the order of the later catalogue; requirements of the earlier one only come last. */
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

/** The number of MUST requirements that hold, of all: `61/66`. */
export function mustHeld(report: Report): string {
  return `${report.counts.MUST.passed}/${requirementsOf(report, 'MUST')}`;
}

export function runFacts(report: Report): string[] {
  const { target, run, tool } = report;
  return [
    target.baseUrl,
    `${mustHeld(report)} MUST hold`,
    ...(run.kind === undefined ? [`effort ${run.effort}`, `seed ${run.seed}`] : [kindOf(report)]),
    timeText(run.startedAt),
    `${tool.name} ${tool.version}`,
  ];
}

export function comparisonSentence(comparison: Comparison): string {
  return `${comparisonWord(comparison)}: ${changesText(comparison)}.`;
}

export function comparisonWord(comparison: Comparison): string {
  const { newFailures } = comparison;
  const words = { 0: 'No new failure', 1: counted(newFailures.length, 'new failure'), 3: 'No verdict' };
  return words[comparisonStatus(comparison)];
}

export function changesText({ changes }: Comparison): string {
  const counts = [
    [changes.broke.length, 'broke'],
    [changes.fixed.length, 'fixed'],
    [changes.newlyTested.length, 'newly tested'],
    [changes.noLongerTested.length, 'no longer tested'],
    [changes.stillViolated.length, 'still violated'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return parts.length === 0 ? 'every verdict is the same' : listed(parts, 'and');
}

export interface NamedReport {
  /** Short, and different from the others'. */
  readonly name: string;
  readonly report: Report;
  /** The link to its page, relative to the comparison, or `null`. */
  readonly page: string | null;
}

/** The link to a requirement on the page of a report, or `null` without a page. */
export function linkTo({ page }: NamedReport, id: string): string | null {
  return page === null ? null : `${page}#${id}`;
}
