import type { Report } from '../report.ts';
import { visibleText } from '../words.ts';
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
