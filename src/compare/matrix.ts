import { verdictMarks } from '../report/by-verdict.ts';
import type { Level } from '../verdict/requirement.ts';
import type { ComparedVerdict, NamedReport } from './comparison.ts';

/** A requirement and its verdict in each report, in their order. */
export interface MatrixRow {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdicts: readonly ComparedVerdict[];
}

export interface Matrix {
  /** Those in which most MUST requirements hold first, then by name. */
  readonly reports: readonly NamedReport[];
  /** Group by group, in the order of the newest catalogue. */
  readonly rows: readonly MatrixRow[];
}

export function matrixOf(given: readonly NamedReport[]): Matrix {
  const reports = [...given].sort(
    (left, right) =>
      right.report.counts.MUST.passed - left.report.counts.MUST.passed ||
      (left.name < right.name ? -1 : left.name > right.name ? 1 : 0),
  );
  const largest = [...reports].sort(
    (left, right) => right.report.requirements.length - left.report.requirements.length,
  );
  const byId = new Map(
    [...largest].reverse().flatMap(({ report }) => report.requirements.map((row) => [row.id, row] as const)),
  );
  const ids = new Set(largest.flatMap(({ report }) => report.requirements.map(({ id }) => id)));
  const rows = [...ids].flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [{ ...rowOf(row), verdicts: reports.map((one) => verdictIn(one, id)) }];
  });
  const groups = [...new Set(rows.map(({ group }) => group))];
  return { reports, rows: groups.flatMap((group) => rows.filter((row) => row.group === group)) };
}

function rowOf({ id, group, level, statement }: Omit<MatrixRow, 'verdicts'>): Omit<MatrixRow, 'verdicts'> {
  return { id, group, level, statement };
}

function verdictIn({ report }: NamedReport, id: string): ComparedVerdict {
  return report.requirements.find((row) => row.id === id)?.verdict ?? 'absent';
}

/** Whether the implementations differ in what they show of a requirement, as far as they were tested. */
export function differs({ verdicts }: MatrixRow): boolean {
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

export function verdictWord(verdict: ComparedVerdict): string {
  return words[verdict];
}
