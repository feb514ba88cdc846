import type { ObjectiveResult } from '../verdict/load-record.ts';
import { bounded } from './cut-text.ts';
import { exchangesByNumber } from './example.ts';
import { plainFinding } from './plain-finding.ts';
import type { Report, ReportExchange, ReportRequirement, ReportWaiver } from './report.ts';
import { verdictSentence } from './verdict-sentence.ts';
import { failsByStaleWaivers, staleWaivers, waiverText } from './waiver-lines.ts';
import { type XmlElement, xmlDocument, xmlElement } from './xml.ts';

const suitePrefix = 'animal-store-conformance';
const limits = { text: 1_000, body: 1_000, curl: 4_000 };
const findingsShown = 10;

interface TestCase {
  readonly element: XmlElement;
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
}

/**
 * The report as JUnit XML: a test case a requirement, a suite a group. Where the run gives no verdict, a test
 * case of its own says so as an error, so that a pipeline never shows an empty run as a good one.
 */
export function renderJunit(report: Report): string {
  const exchanges = exchangesByNumber(report);
  const groups = [...new Set(report.requirements.map(({ group }) => group))];
  const suites = groups.map((group): [string, TestCase[]] => [
    group,
    report.requirements
      .filter((requirement) => requirement.group === group)
      .map((requirement) => testCase(requirement, report, exchanges)),
  ]);
  const objectives = (report.load?.objectives ?? []).map(objectiveCase);
  if (objectives.length > 0) {
    suites.push(['load', objectives]);
  }
  const stale = failsByStaleWaivers(report) ? staleWaivers(report).map(staleCase) : [];
  if (stale.length > 0) {
    suites.push(['waivers', stale]);
  }
  const hindered = hinderedRun(report);
  if (hindered !== null) {
    suites.push(['run', [hindered]]);
  }
  const cases = suites.flatMap(([, members]) => members);
  return xmlDocument(
    xmlElement(
      'testsuites',
      { name: suitePrefix, ...totals(cases), time: seconds(report.run.durationMs) },
      suites.map(([group, members]) =>
        xmlElement(
          'testsuite',
          { name: `${suitePrefix}.${group}`, ...totals(members), time: '0', timestamp: report.run.startedAt },
          members.map(({ element }) => element),
        ),
      ),
    ),
  );
}

function testCase(
  requirement: ReportRequirement,
  report: Report,
  exchanges: ReadonlyMap<number, ReportExchange>,
): TestCase {
  const { verdict, reason = '', id } = requirement;
  const error = report.internalErrors.find(({ requirement: of }) => of === id);
  if (verdict === 'failed' || (verdict === 'warned' && report.run.failOn === 'should')) {
    const type = requirement.level;
    const message = requirement.findings[0]?.message ?? requirement.statement;
    const body = fullText(requirement, exchanges);
    return caseOf(requirement, 'failed', [
      xmlElement('failure', { message: bounded(message, 500), type }, [body]),
    ]);
  }
  if (error !== undefined) {
    return caseOf(requirement, 'error', [
      xmlElement('error', { message: error.message, type: 'internal' }, []),
    ]);
  }
  if (verdict === 'skipped' || verdict === 'inconclusive' || verdict === 'waived') {
    return caseOf(requirement, 'skipped', [xmlElement('skipped', { message: `${verdict}: ${reason}` }, [])]);
  }
  return caseOf(requirement, 'passed', [xmlElement('system-out', {}, [passedText(requirement, exchanges)])]);
}

function passedText(requirement: ReportRequirement, exchanges: ReadonlyMap<number, ReportExchange>): string {
  if (requirement.verdict === 'warned') {
    return `Warning: ${fullText(requirement, exchanges)}`;
  }
  return requirement.observation === undefined
    ? `${requirement.statement} Seen in ${requirement.evidence.count} exchanges.`
    : `Observed: ${requirement.observation}`;
}

function fullText(requirement: ReportRequirement, exchanges: ReadonlyMap<number, ReportExchange>): string {
  const shown = requirement.findings.slice(0, findingsShown);
  const more = requirement.findings.length - shown.length;
  return [
    `${requirement.statement} (${requirement.level}, ${requirement.section})`,
    ...shown.map((finding) => plainFinding(finding, exchanges, limits)),
    ...(more > 0 ? [`and ${more} more ways: they stand in report.json`] : []),
  ].join('\n\n');
}

function hinderedRun(report: Report): TestCase | null {
  const errors = report.internalErrors.filter(({ requirement }) => requirement === null);
  const invalid = report.load?.invalid ?? null;
  if (report.verdict !== 'none' && report.interrupted === null && invalid === null && errors.length === 0) {
    return null;
  }
  const message =
    report.verdict === 'none' ? verdictSentence(report) : (report.interrupted ?? invalid ?? 'internal error');
  const details = [
    ...report.preflight.map(({ name, outcome, text, remedy }) =>
      [`${outcome}: ${name}: ${text}`, ...(remedy === null ? [] : [`what to do: ${remedy}`])].join('\n'),
    ),
    ...errors.map((error) => `internal error of the suite: ${error.message}`),
  ];
  const attributes = { classname: `${suitePrefix}.run`, name: 'run/verdict', time: '0' };
  const error = xmlElement('error', { message, type: 'no-verdict' }, [details.join('\n')]);
  return { outcome: 'error', element: xmlElement('testcase', attributes, [error]) };
}

function objectiveCase({ rule, value, met }: ObjectiveResult): TestCase {
  const name = `objective ${bounded(rule, 200)}`;
  const attributes = { classname: `${suitePrefix}.load`, name, time: '0' };
  const child = met
    ? xmlElement('system-out', {}, [value])
    : xmlElement('failure', { message: bounded(`${rule} is missed: ${value}`, 500), type: 'objective' }, []);
  return { outcome: met ? 'passed' : 'failed', element: xmlElement('testcase', attributes, [child]) };
}

/** Where a stale waiver fails the run, a pipeline has to show what failed. */
function staleCase(waiver: ReportWaiver): TestCase {
  const attributes = { classname: `${suitePrefix}.waivers`, name: `waiver ${waiver.source}`, time: '0' };
  const text = waiverText(waiver);
  const failure = xmlElement('failure', { message: bounded(text, 500), type: 'stale-waiver' }, [text]);
  return { outcome: 'failed', element: xmlElement('testcase', attributes, [failure]) };
}

function caseOf(
  { id, group }: ReportRequirement,
  outcome: TestCase['outcome'],
  children: readonly XmlElement[],
): TestCase {
  const attributes = { classname: `${suitePrefix}.${group}`, name: id, time: '0' };
  return { outcome, element: xmlElement('testcase', attributes, children) };
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

function seconds(durationMs: number): string {
  return (durationMs / 1_000).toFixed(3);
}
