import { createHash } from 'node:crypto';
import type { Level } from '../../verdict/requirement.ts';
import type { Report, ReportFinding, ReportRequirement } from '../report.ts';
import { bounded, visibleLine, visibleText } from '../words.ts';
import { type TestCase, testCases } from './test-cases.ts';

/** The version of the Common Test Report Format that is written (https://ctrf.io). */
const specVersion = '0.0.0';

/** The outcome in CTRF: inconclusive tests and errors of the suite are `other`. */
function statusOf({ outcome, kind }: TestCase): 'passed' | 'failed' | 'skipped' | 'other' {
  if (outcome === 'error' || kind === 'inconclusive') {
    return 'other';
  }
  return outcome;
}

export function renderCtrf(report: Report): string {
  const cases = testCases(report);
  const count = (status: string) => cases.filter((one) => statusOf(one) === status).length;
  const start = Date.parse(report.run.startedAt);
  const stop = Date.parse(report.run.finishedAt);
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion,
    generatedBy: report.tool.name,
    results: {
      tool: { name: report.tool.name, version: report.tool.version },
      summary: {
        tests: cases.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: new Set(cases.map(({ suite }) => suite)).size,
        start,
        stop,
      },
      tests: cases.map((one) => ctrfTest(one)),
      environment: { testEnvironment: visibleText(report.target.baseUrl) },
    },
  };
  return `${JSON.stringify(ctrf, null, 2)}\n`;
}

function ctrfTest(one: TestCase) {
  const { name, suite, message, text, kind, durationMs } = one;
  const status = statusOf(one);
  return {
    name,
    status,
    duration: Math.round(durationMs),
    suite: [suite],
    ...(message === '' ? {} : { message }),
    ...(status === 'failed' || one.outcome === 'error' ? { trace: text } : {}),
    rawStatus: kind,
  };
}

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

/** The report as `report.json`: members in the order in which `foldRun` makes them, 2 spaces a level. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
