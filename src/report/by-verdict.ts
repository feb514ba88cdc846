import { groupedBy } from '../grouped-by.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { Report, ReportRequirement } from './report.ts';

/** The requirements with one of these verdicts, in the catalogue's order. */
export function withVerdict(report: Report, ...verdicts: readonly RequirementVerdict[]): ReportRequirement[] {
  return report.requirements.filter(({ verdict }) => verdicts.includes(verdict));
}

/** Whether a requirement was seen to be violated, known or not. */
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

/** How many animals the run created and could not delete; under load not every one of them is named. */
export function animalsCreated({ createdAnimals, load }: Report): number {
  return Math.max(createdAnimals.length, load?.created ?? 0);
}

interface SameReason {
  readonly reason: string;
  readonly requirements: readonly ReportRequirement[];
}

/** Requirements by their reason, in the order in which each reason first comes. */
export function byReason(requirements: readonly ReportRequirement[]): SameReason[] {
  const groups = groupedBy(requirements, ({ reason = '' }) => reason);
  return [...groups].map(([reason, same]) => ({ reason, requirements: same }));
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

/** A sign for each verdict: colours alone would not reach everybody. */
export const verdictMarks: Readonly<Record<RequirementVerdict, string>> = {
  failed: '✗',
  warned: '!',
  waived: '~',
  passed: '✓',
  observed: '○',
  inconclusive: '?',
  skipped: '–',
};

/** The verdicts in the order in which a reader wants to know of them. */
export const verdictOrder: readonly RequirementVerdict[] = [
  'failed',
  'warned',
  'waived',
  'passed',
  'observed',
  'inconclusive',
  'skipped',
];

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
