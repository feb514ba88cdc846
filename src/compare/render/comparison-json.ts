import { type Comparison, comparisonSentence, type NamedReport } from '../comparison.ts';
import type { Matrix } from '../matrix.ts';

/** A comparison for programs, by `schemas/comparison.schema.json`. */
export function comparisonJson(comparison: Comparison): string {
  const { before, after, hindrances, changes, newFailures } = comparison;
  return written({
    schemaVersion: 1,
    kind: 'comparison',
    sentence: comparisonSentence(comparison),
    before: facts(before),
    after: facts(after),
    remarks: hindrances.map((text) => ({ kind: 'hindrance', text })),
    newFailures,
    changes,
  });
}

/** A matrix for programs, by the same schema: verdicts in the order of the reports. */
export function matrixJson({ reports, rows }: Matrix): string {
  return written({ schemaVersion: 1, kind: 'matrix', reports: reports.map(facts), requirements: rows });
}

function facts({ name, page, report }: NamedReport) {
  const { tool, target, run, verdict, counts } = report;
  const { startedAt, seed, effort } = run;
  return { name, page, tool, target, run: { startedAt, seed, effort }, verdict, counts };
}

function written(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
