import { groupedBy } from '../grouped-by.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { Report, ReportRequirement } from './report.ts';

/** The requirements with one of these verdicts, in the catalogue's order. */
export function withVerdict(report: Report, ...verdicts: readonly RequirementVerdict[]): ReportRequirement[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict));
}

/** Whether a verdict is a violation, waived or not. */
export function isViolated(verdict: string): boolean {
  return verdict === 'failed' || verdict === 'warned' || verdict === 'waived';
}

export function isUndecided(verdict: string): boolean {
  return verdict === 'skipped' || verdict === 'inconclusive';
}

export function failsRun(verdict: string, { failOn }: Report['run']): boolean {
  return verdict === 'failed' || (verdict === 'warned' && failOn === 'should');
}

export function isNewer({ since = 1 }: Pick<ReportRequirement, 'since'>, { catalogue }: Report): boolean {
  return since > catalogue;
}

export function requirementsOf({ counts }: Report, level: Level): number {
  return Object.values(counts[level]).reduce((sum, count) => sum + count, 0);
}

/** The number of animals that the run created; a load does not name all of them. */
export function animalsCreated({ createdAnimals, load }: Report): number {
  return Math.max(createdAnimals.length, load?.created ?? 0);
}

interface SameReason {
  readonly reason: string;
  readonly requirements: readonly ReportRequirement[];
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'OBSERVE'];

/** Requirements by their reason: reasons of a MUST come first, then those of a SHOULD. */
export function byReason(requirements: readonly ReportRequirement[]): SameReason[] {
  const groups = [...groupedBy(requirements, ({ reason = '' }) => reason)];
  const rank = (same: readonly ReportRequirement[]): number =>
    Math.min(...same.map(({ level }) => levels.indexOf(level)));
  return groups
    .map(([reason, same]) => ({ reason, requirements: same }))
    .toSorted((one, other) => rank(one.requirements) - rank(other.requirements));
}

/** Their ids, a whole group of the catalogue as `quota/* (17)`. */
export function shortIds(report: Report, requirements: readonly ReportRequirement[]): string[] {
  const whole = groupedBy(report.requirements, ({ group }) => group);
  const here = groupedBy(requirements, ({ group }) => group);
  const ids = new Set<string>();
  for (const { id, group } of requirements) {
    const size = whole.get(group)?.length ?? 0;
    ids.add(size > 1 && here.get(group)?.length === size ? `${group}/* (${size})` : id);
  }
  return [...ids];
}

/** A sign for each verdict, because colours alone are not accessible. The most important verdict comes first. */
export const verdictMarks = {
  failed: '✗',
  warned: '!',
  waived: '~',
  passed: '✓',
  observed: '○',
  inconclusive: '?',
  skipped: '–',
} as const satisfies Readonly<Record<RequirementVerdict, string>>;

/** The verdicts, the most important first. */
export const verdictOrder = Object.keys(verdictMarks) as readonly RequirementVerdict[];

/** The word for a verdict. */
export function wordOfVerdict(verdict: RequirementVerdict): string {
  return verdict === 'skipped' ? 'not tested' : verdict;
}

const titles: Readonly<Record<string, string>> = {
  auth: 'Authentication',
  list: 'Listing',
  create: 'Creation',
  get: 'Reading by id',
  responses: 'Responses',
  errors: 'Errors',
  rate: 'Rate limit headers',
  quota: 'Plan limits',
  version: 'Version',
  store: 'Store',
};

/** The display name of a group of requirements: `Authentication` for `auth`. */
export function groupTitle(group: string): string {
  return titles[group] ?? group;
}

export function isSelection(report: Report): boolean {
  return report.run.kind === undefined && selectedMust(report) < requirementsOf(report, 'MUST');
}

export function selectedMust(report: Report): number {
  const selected = new Set(report.run.selected);
  return report.requirements.filter(({ id, level }) => level === 'MUST' && selected.has(id)).length;
}

/** The number of selected requirements that were skipped; all others are skipped. */
export function skippedOfSelected(report: Report): number {
  const notSelected = isSelection(report) ? requirementsOf(report, 'MUST') - selectedMust(report) : 0;
  return report.counts.MUST.skipped - notSelected;
}

export interface CauseGroup {
  /** Their common cause, or `null` for a single one. */
  readonly cause: string | null;
  readonly members: readonly ReportRequirement[];
}

/** Groups violated requirements by their likely cause: those that fail first, in the order in which the run saw them. */
export function byCause(requirements: readonly ReportRequirement[], { causes }: Report): CauseGroup[] {
  const isWarned = ({ verdict }: ReportRequirement): number => (verdict === 'warned' ? 1 : 0);
  const groups = groupedBy(
    byEarliest(requirements).sort((left, right) => isWarned(left) - isWarned(right)),
    ({ id }) => causes.find((cause) => cause.requirements.includes(id)) ?? id,
  );
  return [...groups].map(([cause, members]) => ({
    cause: typeof cause === 'string' || members.length === 1 ? null : cause.text,
    members,
  }));
}

/**
 * Violated requirements in the order in which the run first saw them, because an earlier violation may cause a later
 * one. Those of one exchange stay in the given order.
 */
export function byEarliest(requirements: readonly ReportRequirement[]): ReportRequirement[] {
  return requirements.toSorted((left, right) => earliestOf(left) - earliestOf(right));
}

function earliestOf({ findings }: ReportRequirement): number {
  return Math.min(...findings.map(({ first }) => first));
}

/** The requirements by verdict, failures first; empty verdicts are omitted. */
export function byVerdict(requirements: readonly ReportRequirement[]) {
  return verdictOrder
    .map((verdict) => ({
      verdict,
      word: wordOfVerdict(verdict),
      requirements: requirements.filter((row) => row.verdict === verdict),
    }))
    .filter(({ requirements: same }) => same.length > 0);
}

/**
 * The advice after failures of the baseline were fixed, or `''`. A run that fails, is partly undecided or selects less
 * can't replace the baseline: the known failures that it does not show would be lost.
 */
export function fixedAdvice({ baseline, verdict, interrupted }: Report): string {
  if (baseline === null || baseline.fixed.length === 0) {
    return '';
  }
  const decidesAll = baseline.undecided.length === 0 && baseline.leftOut.length === 0;
  const isNext = verdict === 'conformant' && interrupted === null && decidesAll;
  return isNext
    ? `These failed in ${baseline.source}. Replace it with this run's report.json, so that a regression fails the run.`
    : `These failed in ${baseline.source}. Use the report.json of a complete run without failures as the next baseline.`;
}

/** The verdict of the baseline on a requirement that fails now, without a full stop, or `null` if it failed there. */
export function sinceBaseline(id: string, { baseline }: Report): string | null {
  if (baseline?.broke.includes(id)) {
    return `passed in the baseline, ${baseline.source}`;
  }
  return baseline?.newlyTested.includes(id) ? `undecided in the baseline, ${baseline.source}` : null;
}
