import type { ObjectiveResult } from '../../verdict/load-record.ts';
import { failsRun, sinceBaseline, wordOfVerdict } from '../by-verdict.ts';
import { exchangesByNumber } from '../example.ts';
import { longestPart, plainFinding } from '../finding-rows.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report, ReportExchanges, ReportRequirement, ReportWaiver } from '../report.ts';
import { verdictSentence } from '../verdict-sentence.ts';
import { failsByStaleWaivers, staleWaivers, waiverText } from '../waiver-lines.ts';
import { bounded, counted, visibleText } from '../words.ts';

/** Tools print its texts on terminals: invisible characters are made visible. */
export interface TestCase {
  readonly suite: string;
  /** Unlike that of every other case of the report. */
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  /** The kind of failure: a level, `objective`, `stale-waiver`, `internal`, `no-verdict`; otherwise the verdict. */
  readonly kind: string;
  /** One line: why it is not passed. */
  readonly message: string;
  /** The whole text: findings with their examples, evidence, what was observed. */
  readonly text: string;
  /** The total response time of the requests of its check. */
  readonly durationMs: number;
}

type UntimedCase = Omit<TestCase, 'durationMs'>;

const findingsShown = 10;
const longestMessage = 500;

/**
 * The report as test cases, one suite per group: selected requirements, objectives, and an error case if the run has no
 * verdict, so that a pipeline never shows an empty run as passed. A load lists only the requirements that it judged.
 */
export function testCases(report: Report): TestCase[] {
  const exchanges = exchangesByNumber(report);
  const selected = new Set(report.run.selected);
  const cases = report.requirements
    .filter(({ id, findings }) => selected.has(id) || findings.length > 0)
    .map((requirement) => requirementCase(requirement, report, exchanges))
    .filter(({ outcome }) => !(isOfLoad(report) && outcome === 'skipped'));
  const durations = new Map(report.checks.map(({ id, durationMs }) => [id, durationMs]));
  const objectives = new Map(report.load?.objectives.map((objective) => [objective.rule, objective]));
  return [
    ...cases,
    ...[...objectives.values()].map(objectiveCase),
    ...(failsByStaleWaivers(report) ? staleWaivers(report).map(staleCase) : []),
    ...noVerdictCase(report),
  ].map(({ name, message, text, ...others }) => ({
    ...others,
    name: visibleText(name),
    message: visibleText(message),
    text: visibleText(text),
    durationMs: durations.get(name) ?? 0,
  }));
}

function requirementCase(
  requirement: ReportRequirement,
  report: Report,
  exchanges: ReportExchanges,
): UntimedCase {
  const { verdict, reason = '', id, group, level } = requirement;
  const named = { suite: group, name: id };
  const error = report.internalErrors.find(({ requirement: of }) => of === id);
  if (failsRun(verdict, report.run)) {
    const message = bounded(requirement.findings[0]?.message ?? requirement.statement, longestMessage);
    return {
      ...named,
      outcome: 'failed',
      kind: level,
      message,
      text: violationText(requirement, report, exchanges),
    };
  }
  if (error !== undefined) {
    const message = bounded(error.message, longestMessage);
    return { ...named, outcome: 'error', kind: 'internal', message, text: error.message };
  }
  if (verdict === 'skipped' || verdict === 'inconclusive' || verdict === 'waived') {
    const message = `${wordOfVerdict(verdict)}: ${reason}`;
    return { ...named, outcome: 'skipped', kind: verdict, message, text: requirement.statement };
  }
  const text = passedText(requirement, report, exchanges);
  return { ...named, outcome: 'passed', kind: verdict, message: '', text };
}

function passedText(requirement: ReportRequirement, report: Report, exchanges: ReportExchanges): string {
  if (requirement.verdict === 'warned') {
    return `Warning: ${violationText(requirement, report, exchanges)}`;
  }
  return requirement.observation === undefined
    ? `${requirement.statement} Evidence: ${counted(requirement.evidence.count, 'exchange')}.`
    : `Observed: ${requirement.observation}`;
}

/** A violated requirement with its first findings. @param most how many of them */
export function violationText(
  requirement: ReportRequirement,
  report: Report,
  exchanges: ReportExchanges,
  most: number = findingsShown,
): string {
  const shown = requirement.findings.slice(0, most);
  const more = requirement.findings.length - shown.length;
  const since = sinceBaseline(requirement.id, report);
  return [
    `${requirement.statement} (${requirement.level}, ${requirement.section})`,
    ...(since === null ? [] : [`Baseline: ${bounded(since, longestPart)}`]),
    ...shown.map((finding) => plainFinding(requirement, finding, exchanges)),
    ...(more > 0 ? [`${counted(more, 'more finding')}: see report.json`] : []),
  ].join('\n\n');
}

function objectiveCase({ rule, value, met, undecided }: ObjectiveResult): UntimedCase {
  const name = `objective ${bounded(rule, 200)}`;
  if (undecided !== undefined) {
    const open = bounded(`${rule} undecided: ${value}; ${undecided}`, longestMessage);
    return { suite: 'load', name, outcome: 'error', kind: 'objective', message: open, text: open };
  }
  const missed = bounded(`${rule} missed: ${value}`, longestMessage);
  return met
    ? { suite: 'load', name, outcome: 'passed', kind: 'objective', message: '', text: value }
    : { suite: 'load', name, outcome: 'failed', kind: 'objective', message: missed, text: missed };
}

/** If a stale waiver fails the run, a pipeline must show it. */
function staleCase(waiver: ReportWaiver): UntimedCase {
  const text = waiverText(waiver);
  const message = bounded(text, longestMessage);
  return {
    suite: 'waivers',
    name: `waiver ${waiver.source}`,
    outcome: 'failed',
    kind: 'stale-waiver',
    message,
    text,
  };
}

function noVerdictCase(report: Report): UntimedCase[] {
  const errors = report.internalErrors.filter(({ requirement }) => requirement === null);
  if (report.verdict !== 'none' && report.interrupted === null && errors.length === 0) {
    return [];
  }
  const message =
    report.verdict === 'none' ? verdictSentence(report) : (report.interrupted ?? 'internal error');
  const details = [
    message,
    ...report.preflight.map(({ name, outcome, text, remedy }) =>
      [`${outcome}: ${name}: ${text}`, ...(remedy === null ? [] : [`fix: ${remedy}`])].join('\n'),
    ),
    ...errors.map((error) => `internal error of the suite: ${error.message}`),
  ];
  return [
    {
      suite: 'run',
      name: 'run/verdict',
      outcome: 'error',
      kind: 'no-verdict',
      message,
      text: details.join('\n'),
    },
  ];
}
