import { interfaceVersion } from '../../suites/requirements.ts';
import type { Report } from '../report/report.ts';
import type { RequirementVerdict } from '../verdict/requirement.ts';

/** The predicate type of test results (in-toto attestation framework). */
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1';
const statementType = 'https://in-toto.io/Statement/v1';

/** The member of the predicate for facts that version 0.1 of test results can't express. */
export const extension = 'animalStoreConformance';

type Digest = Readonly<Partial<Record<'sha256' | 'gitCommit', string>>>;

/** The tested implementation: a container image or a commit. */
export interface Subject {
  readonly name: string;
  readonly digest: Digest;
}

/** Part of a ResourceDescriptor of in-toto. */
interface Resource {
  readonly name: string;
  readonly digest?: Digest;
  readonly uri?: string;
}

export type Result = 'PASSED' | 'WARNED' | 'FAILED';

/** An in-toto Statement v1 about a report. */
export type Statement = ReturnType<typeof statementOf>;

/** Hexadecimal SHA-256 digests of the subjects of a statement. */
export interface EvidenceDigests {
  readonly report: string;
  readonly journal: string;
  readonly catalogue: string;
}

/** The statement about a report. @throws {RangeError} for a report without a verdict. */
export function statementOf(report: Report, subject: Subject, digests: EvidenceDigests) {
  const { run, tool, target, catalogue } = report;
  const configuration: readonly Resource[] = [
    { name: 'report.json', digest: { sha256: digests.report } },
    { name: 'journal.ndjson', digest: { sha256: digests.journal } },
    { name: 'catalogue', digest: { sha256: digests.catalogue } },
    { name: 'suite', uri: `pkg:npm/${tool.name}@${tool.version}` },
    { name: 'service', uri: target.baseUrl },
  ];
  return {
    _type: statementType,
    subject: [subject],
    predicateType,
    predicate: {
      result: resultOf(report),
      configuration,
      passedTests: idsOf(report, 'passed'),
      warnedTests: idsOf(report, 'warned'),
      failedTests: idsOf(report, 'failed'),
      [extension]: {
        interfaceVersion,
        catalogue,
        effort: run.effort,
        seed: run.seed,
        startedAt: run.startedAt,
        finishedAt: run.finishedAt,
        // Selected, but not decided.
        inconclusive: idsOf(report, 'inconclusive'),
        skipped: idsOf(report, 'skipped'),
        // Violated, but excepted by a waiver, a baseline or an earlier catalogue.
        waived: idsOf(report, 'waived'),
      },
    },
  };
}

/**
 * PASSED only if the run decided every MUST requirement and no violation is waived or a warning. A run that proves less
 * is WARNED.
 *
 * @throws {RangeError} for a report without a verdict.
 */
export function resultOf({ verdict, requirements }: Report): Result {
  if (verdict === 'none') {
    throw new RangeError('the report has no verdict');
  }
  if (verdict === 'non-conformant') {
    return 'FAILED';
  }
  const isWhole = requirements.every(
    (row) =>
      (row.level !== 'MUST' || row.verdict === 'passed') && !['warned', 'waived'].includes(row.verdict),
  );
  return isWhole ? 'PASSED' : 'WARNED';
}

function idsOf({ requirements }: Report, verdict: RequirementVerdict): string[] {
  return requirements.filter((row) => row.verdict === verdict).map(({ id }) => id);
}
