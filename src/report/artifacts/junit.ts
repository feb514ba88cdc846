import type { Report } from '../report.ts';
import { visibleText } from '../words.ts';
import { type TestCase, testCases } from './test-cases.ts';

const suitePrefix = 'animal-store-conformance';

/** The report as JUnit XML: one test case per selected requirement, one suite per group. */
export function renderJunit(report: Report): string {
  const cases = testCases(report);
  const suites = [...new Set(cases.map(({ suite }) => suite))].map(
    (suite) => [suite, cases.filter((one) => one.suite === suite)] as const,
  );
  const root = element(
    0,
    'testsuites',
    { name: suitePrefix, ...withoutSkipped(totals(cases)), time: seconds(report.run.durationMs) },
    suites.map(([suite, members]) =>
      element(
        1,
        'testsuite',
        {
          name: `${suitePrefix}.${suite}`,
          ...totals(members),
          time: seconds(members.reduce((sum, { durationMs }) => sum + durationMs, 0)),
          timestamp: report.run.startedAt,
        },
        members.map((one) =>
          element(
            2,
            'testcase',
            { classname: `${suitePrefix}.${suite}`, name: one.name, time: seconds(one.durationMs) },
            [outcomeElement(one)],
          ),
        ),
      ),
    ),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

/** The counts of the root element, whose schema in Jenkins' xUnit plugin has no `skipped`. */
function withoutSkipped({ tests, failures, errors }: ReturnType<typeof totals>) {
  return { tests, failures, errors };
}

/** The outcome with its message and its body, because GitLab reads the body and others the message. */
function outcomeElement({ outcome, message, kind, text }: TestCase): string {
  switch (outcome) {
    case 'failed':
      return element(3, 'failure', { message, type: kind }, text);
    case 'error':
      return element(3, 'error', { message, type: kind }, text);
    case 'skipped':
      return element(3, 'skipped', { message }, []);
    case 'passed':
      return element(3, 'system-out', {}, text);
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

/** An element of XML 1.0: any text is escaped, and characters that XML can't hold are made visible. */
function element(
  depth: number,
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly string[],
): string {
  const indent = '  '.repeat(depth);
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${attributeText(value)}"`)
    .join('')}`;
  if (typeof content === 'string') {
    return `${start}>${escaped(content)}</${name}>\n`;
  }
  return content.length === 0 ? `${start}/>\n` : `${start}>\n${content.join('')}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attributeText(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
