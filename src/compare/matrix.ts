import { groupedBy } from '../grouped-by.ts';
import { verdictMarks } from '../report/by-verdict.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { NamedReport } from './comparison.ts';

export interface Matrix {
  /** Ordered by the number of MUST requirements that hold, then by name. */
  readonly reports: readonly NamedReport[];
  /** Group by group, in the order of the newest catalogue. */
  readonly rows: readonly VerdictRow[];
}

export function matrixOf(given: readonly NamedReport[]): Matrix {
  const reports = [...given].sort(
    (left, right) =>
      right.report.counts.MUST.passed - left.report.counts.MUST.passed ||
      (left.name < right.name ? -1 : left.name > right.name ? 1 : 0),
  );
  const requirements = reports.map(({ report }) => report.requirements);
  const largestFirst = requirements.toSorted((left, right) => right.length - left.length);
  return { reports, rows: verdictRows(requirements, largestFirst) };
}

/** Whether the implementations that decided a requirement differ. */
export function differs({ verdicts }: VerdictRow): boolean {
  const decided = verdicts.filter((verdict) => !['skipped', 'inconclusive', 'absent'].includes(verdict));
  return new Set(decided).size > 1;
}

/** One sign per verdict, always with a legend. */
export const verdictSigns: Readonly<Record<ComparedVerdict, string>> = { ...verdictMarks, absent: '' };

const words: Readonly<Record<ComparedVerdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  warned: 'a SHOULD violated',
  waived: 'failed, and waived',
  observed: 'observed, where the document specifies nothing',
  skipped: 'not tested',
  inconclusive: 'inconclusive',
  absent: 'not in the catalogue of that run',
};

export function legend(used: readonly ComparedVerdict[]): string[] {
  const verdicts = new Set(used);
  return (Object.keys(words) as ComparedVerdict[])
    .filter((verdict) => verdicts.has(verdict))
    .map((verdict) => `${verdictSigns[verdict] || 'nothing'} ${words[verdict]}`);
}

export function verdictName(verdict: ComparedVerdict): string {
  return words[verdict];
}

/** A verdict, or `absent` if the catalogue of that run does not contain the requirement. */
export type ComparedVerdict = RequirementVerdict | 'absent';

/** A requirement and its verdict in each report, in their order. */
export interface VerdictRow {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdicts: readonly ComparedVerdict[];
}

type Verdicts = readonly (Omit<VerdictRow, 'verdicts'> & { readonly verdict: RequirementVerdict })[];

/**
 * The verdicts of several reports by requirement, group by group.
 *
 * @param foremost the same reports; the first one that contains a requirement describes and places it
 */
export function verdictRows(reports: readonly Verdicts[], foremost: readonly Verdicts[]): VerdictRow[] {
  const described = groupedBy(foremost.flat(), ({ id }) => id);
  const verdicts = reports.map((report) => new Map(report.map(({ id, verdict }) => [id, verdict])));
  const rows = [...described.values()].map(([{ id, group, level, statement }]): VerdictRow => {
    return { id, group, level, statement, verdicts: verdicts.map((of) => of.get(id) ?? 'absent') };
  });
  return [...groupedBy(rows, ({ group }) => group).values()].flat();
}
