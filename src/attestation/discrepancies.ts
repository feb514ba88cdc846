import { isDeepStrictEqual } from 'node:util';
import type { Report } from '../report/report.ts';
import { type EvidenceDigests, type Statement, statementOf } from './statement.ts';

/** The evidence to compare a statement with. */
export interface Evidence {
  readonly report: Report;
  readonly digests: EvidenceDigests;
  /** The report that the journal gives when it is folded again. */
  readonly folded: Report;
  /** The ids of requirements that the recorded exchanges violate, judged again. */
  readonly violated: readonly string[];
}

/** The files that differ from the signed ones, one line each. */
export function changedFiles({ predicate }: Statement, digests: EvidenceDigests): string[] {
  const files = { 'report.json': digests.report, 'journal.ndjson': digests.journal };
  return Object.entries(files).flatMap(([name, digest]) => {
    const signed = predicate.configuration.find((resource) => resource.name === name)?.digest?.sha256;
    return signed === digest
      ? []
      : [
          `${name} is not the file that was signed: its SHA-256 is ${digest}, and ${signed ?? 'none'} was signed`,
        ];
  });
}

/**
 * The parts of a statement without evidence, one line each: verdicts that do not follow from the journal, and a summary
 * that differs from the report's. Empty if everything agrees.
 */
export function discrepanciesOf(
  statement: Statement,
  { report, digests, folded, violated }: Evidence,
): string[] {
  return [
    ...differentVerdicts(report, folded),
    ...hiddenViolations(report, violated),
    ...differentStatement(statement, report, digests),
  ];
}

function differentVerdicts(report: Report, folded: Report): string[] {
  const whole =
    report.verdict === folded.verdict
      ? []
      : [`report.json says ${report.verdict}, and its journal ${folded.verdict}`];
  const each = folded.requirements.flatMap(({ id, verdict }) => {
    const said = report.requirements.find((row) => row.id === id)?.verdict ?? 'nothing';
    return said === verdict ? [] : [`report.json says ${said} of ${id}, and its journal ${verdict}`];
  });
  return [...whole, ...each];
}

/** Of the selected requirements: a run of a selection says nothing about the others, and the statement lists them. */
function hiddenViolations({ run, requirements }: Report, violated: readonly string[]): string[] {
  return requirements
    .filter(({ id, findings }) => run.selected.includes(id) && violated.includes(id) && findings.length === 0)
    .map(({ id, verdict }) => `the recorded exchanges violate ${id}, and report.json says ${verdict}`);
}

/** The subject is the signer's claim, and the catalogue that of the signer's version. The rest follows from the report. */
function differentStatement(
  { subject: [subject], predicate }: Statement,
  report: Report,
  digests: EvidenceDigests,
): string[] {
  if (report.verdict === 'none' || subject === undefined) {
    return ['report.json has no verdict, or the statement no subject, so nothing is stated'];
  }
  const catalogue = predicate.configuration.find(({ name }) => name === 'catalogue')?.digest?.sha256 ?? '';
  const due = statementOf(report, subject, { ...digests, catalogue });
  return isDeepStrictEqual(due.predicate, predicate)
    ? []
    : ['the statement differs from what report.json gives: result, tests, suite or settings'];
}
