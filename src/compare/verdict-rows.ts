import { groupedBy } from '../grouped-by.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';

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
