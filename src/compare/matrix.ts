import { verdictMarks } from '../report/by-verdict.ts';
import type { NamedReport } from './comparison.ts';
import { type ComparedVerdict, type VerdictRow, verdictRows } from './verdict-rows.ts';

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
