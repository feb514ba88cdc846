import type { Report } from './report.ts';
import { type TestCase, testCases } from './test-cases.ts';
import { type XmlElement, xmlDocument, xmlElement } from './xml.ts';

const suitePrefix = 'animal-store-conformance';

/** The report as JUnit XML: a test case a requirement that the run was asked to decide, a suite a group. */
export function renderJunit(report: Report): string {
  const cases = testCases(report);
  const suites = [...new Set(cases.map(({ suite }) => suite))].map(
    (suite) => [suite, cases.filter((one) => one.suite === suite)] as const,
  );
  return xmlDocument(
    xmlElement(
      'testsuites',
      { name: suitePrefix, ...totals(cases), time: (report.run.durationMs / 1_000).toFixed(3) },
      suites.map(([suite, members]) =>
        xmlElement(
          'testsuite',
          { name: `${suitePrefix}.${suite}`, ...totals(members), time: '0', timestamp: report.run.startedAt },
          members.map(caseElement),
        ),
      ),
    ),
  );
}

function caseElement(one: TestCase): XmlElement {
  const attributes = { classname: `${suitePrefix}.${one.suite}`, name: one.name, time: '0' };
  return xmlElement('testcase', attributes, [outcomeElement(one)]);
}

/** GitLab reads the body of a failure, others its message: both hold what matters. */
function outcomeElement({ outcome, message, kind, text }: TestCase): XmlElement {
  switch (outcome) {
    case 'failed':
      return xmlElement('failure', { message, type: kind }, [text]);
    case 'error':
      return xmlElement('error', { message, type: kind }, [text]);
    case 'skipped':
      return xmlElement('skipped', { message }, []);
    case 'passed':
      return xmlElement('system-out', {}, [text]);
  }
}

function totals(cases: readonly TestCase[]): Record<'tests' | 'failures' | 'errors' | 'skipped', string> {
  const count = (outcome: TestCase['outcome']) =>
    String(cases.filter((one) => one.outcome === outcome).length);
  return {
    tests: String(cases.length),
    failures: count('failed'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}
