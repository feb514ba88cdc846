import { createHash } from 'node:crypto';
import type { Level } from '../../verdict/requirement.ts';
import type { Report, ReportFinding, ReportRequirement } from '../report.ts';
import { bounded, visibleLine } from '../words.ts';

/** The maximum number of entries: GitLab reads all, and shows a few. */
const mostEntries = 500;
const longestDescription = 500;
const severities: Readonly<Record<Level, 'critical' | 'minor' | 'info'>> = {
  MUST: 'critical',
  SHOULD: 'minor',
  OBSERVE: 'info',
};

/**
 * Violations as a GitLab Code Quality report (`artifacts: reports: codequality`), which distinguishes new ones in a
 * merge request from earlier ones. Fingerprints are the same in every run. The required path is the id of the
 * requirement.
 */
export function renderCodeQuality(report: Report): string {
  const entries = report.requirements
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .flatMap((requirement) =>
      requirement.findings
        .filter(({ waiver }) => waiver === undefined)
        .map((finding) => entry(requirement, finding)),
    );
  // A waiver of one operation splits a kind by operation, and GitLab would merge the two.
  const different = [...new Map(entries.map((one) => [one.fingerprint, one])).values()];
  return `${JSON.stringify(different.slice(0, mostEntries), null, 2)}\n`;
}

function entry({ id, level }: ReportRequirement, { kind, message }: ReportFinding) {
  return {
    description: `${id} (${level}): ${bounded(visibleLine(message), longestDescription)}`,
    check_name: id,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([id, kind]))
      .digest('hex'),
    severity: severities[level],
    location: { path: `animal-store-conformance/${id}`, lines: { begin: 1 } },
  };
}
