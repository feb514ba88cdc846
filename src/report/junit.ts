import type { Report } from './report.ts';
import { type TestCase, testCases } from './test-cases.ts';
import { visibleText } from './words.ts';

const suitePrefix = 'animal-store-conformance';

/** The report as JUnit XML: one test case per selected requirement, one suite per group. */
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

/** An element of XML 1.0; strings are text. */
interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

function xmlElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (XmlElement | string)[],
): XmlElement {
  return { name, attributes, children };
}

/** Writes a document: any text is escaped, and characters that XML can't hold are made visible. */
function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}`;
}

function written({ name, attributes, children }: XmlElement, indent: string): string {
  const start = `${indent}<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${attributeText(value)}"`)
    .join('')}`;
  if (children.length === 0) {
    return `${start}/>\n`;
  }
  const onlyText = children.every((child) => typeof child === 'string');
  const content = children.map((child) =>
    typeof child === 'string' ? escaped(child) : written(child, `${indent}  `),
  );
  return onlyText
    ? `${start}>${content.join('')}</${name}>\n`
    : `${start}>\n${content.join('')}${indent}</${name}>\n`;
}

function escaped(text: string): string {
  return visibleText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attributeText(text: string): string {
  return escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}
