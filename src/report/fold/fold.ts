import { requirements } from '../../../suites/requirements.ts';
import { deliveryOf } from '../../exchange/delivery.ts';
import type { Level, Requirement, RequirementVerdict } from '../../verdict/requirement.ts';
import { coveringWaiver, tellsOperationsApart } from '../../waivers/waiver-cover.ts';
import { curlCommand } from '../curl.ts';
import type {
  InternalError,
  Report,
  ReportCoverage,
  ReportExchange,
  ReportFinding,
  ReportRequirement,
  RunVerdict,
  VerdictCounts,
} from '../report.ts';
import { type LightEvent, operationCounts, operationOfNumber } from '../report-exchange.ts';
import { rerunCommand } from '../rerun.ts';
import { sameRequests } from '../same-requests.ts';
import { bounded } from '../words.ts';
import { coverageOf } from './coverage.ts';
import { decide } from './decide.ts';
import { likelyCauses } from './likely-causes.ts';
import { type MergedFinding, smallestExchanges } from './merged-finding.ts';
import { countedDecision, reportBaseline, reportWaivers } from './not-counted.ts';
import { checksOfRun, serviceHeaders, trafficOf } from './run-facts.ts';
import { type RequirementRecord, type RunRecord, recordRun, requirementRecord } from './run-record.ts';

const evidenceShown = 3;
const examplesShown = 5;
const longestText = 4_000;

/**
 * Folds the events of a run, in order and made light, to its report. Pure. The events of a killed run may end anywhere
 * after the header.
 *
 * @throws {Error} if the events don't start with exactly one run header.
 */
export function foldRun(events: Iterable<LightEvent>): Report {
  const run = withBlockers(recordRun(events));
  const selected = new Set(run.header.selected);
  const decided = requirements.map((row) => reportRequirement(row, selected.has(row.id), run));
  const interrupted =
    run.finished === null ? 'the run was killed: its journal is incomplete' : run.finished.interrupted;
  const internalErrors = [...run.internalErrors, ...suiteErrors(run)];
  // A load and a recording decide what their traffic happens to show.
  const coverage = run.header.kind === undefined ? coverageOf(decided, run) : null;
  const hindered = interrupted !== null || internalErrors.length > 0;
  return {
    schemaVersion: 1,
    tool: { name: run.header.tool.name, version: run.header.tool.version },
    target: { baseUrl: run.header.baseUrl },
    run: runFacts(run),
    verdict: runVerdict(decided, run, hindered, coverage),
    interrupted,
    internalErrors,
    preflight: run.preflight.map(({ name, outcome, text, remedy }) => ({ name, outcome, text, remedy })),
    counts: {
      MUST: count(decided, 'MUST'),
      SHOULD: count(decided, 'SHOULD'),
      OBSERVE: count(decided, 'OBSERVE'),
    },
    requirements: decided,
    waits: { count: run.waits.count, totalMs: run.waits.totalMs },
    createdAnimals: run.createdAnimals,
    exchanges: citedExchanges(decided, run),
    planLimits: run.planLimits,
    load: run.load,
    service: { headers: serviceHeaders(run.exchanges.values()) },
    checks: checksOfRun(run),
    causes: likelyCauses(
      decided.filter(({ findings }) => findings.length > 0),
      run,
    ),
    waivers: reportWaivers(decided, run),
    catalogue: run.header.catalogue,
    baseline: reportBaseline(decided, run),
    coverage,
    delivery: deliveryOf(run.exchanges.values()),
    across: run.across,
    traffic: trafficOf(run),
  };
}

/**
 * The run, which also selects each violated requirement that leaves a selected MUST undecided, by its reason: an
 * inconclusive requirement must not look harmless beside a known violation.
 */
function withBlockers(run: RunRecord): RunRecord {
  const selected = new Set(run.header.selected);
  const reasons = requirements
    .filter(({ id, level }) => level === 'MUST' && selected.has(id))
    .map((row) => decide(row, true, requirementRecord(run, row.id), run))
    .flatMap(({ verdict, reason }) => (verdict === 'inconclusive' && reason !== null ? [reason] : []));
  const isNamed = (id: string) => reasons.some((reason) => reason.split(/[^\w/-]+/).includes(id));
  const blockers = [...run.requirements]
    .filter(([id, { findings }]) => findings.length > 0 && !selected.has(id) && isNamed(id))
    .map(([id]) => id);
  return blockers.length === 0
    ? run
    : { ...run, header: { ...run.header, selected: [...run.header.selected, ...blockers] } };
}

function reportRequirement(row: Requirement, selected: boolean, run: RunRecord): ReportRequirement {
  const record = requirementRecord(run, row.id);
  const decision = decide(row, selected, record, run);
  const isViolated = decision.verdict === 'failed' || decision.verdict === 'warned';
  const findings = isViolated ? reportFindings(row.id, record, run) : [];
  const { verdict, reason, observation, waivedBy } = countedDecision(row, decision, findings, run);
  const evidence = selected ? [...record.evidence].sort((left, right) => left - right) : [];
  const casesLeftOut = record.finished.at(-1)?.casesLeftOut;
  return {
    id: row.id,
    group: row.id.slice(0, row.id.indexOf('/')),
    level: row.level,
    statement: row.statement,
    section: row.section,
    since: row.since,
    verdict,
    ...(reason === null ? {} : { reason: bounded(reason, longestText) }),
    ...(waivedBy === null ? {} : { waivedBy }),
    ...(observation === null ? {} : { observation: bounded(observation, longestText) }),
    ...(casesLeftOut === undefined ? {} : { casesLeftOut }),
    evidence: { count: evidence.length, exchanges: evidence.slice(0, evidenceShown) },
    findings,
  };
}

/** The findings in order of their first exchange, with waived ones last. */
function reportFindings(id: string, record: RequirementRecord, run: RunRecord): ReportFinding[] {
  const reported = record.findings
    .toSorted((left, right) => left.first - right.first)
    .map((merged) => reportFinding(id, merged, record, run));
  return [
    ...reported.filter(({ waiver }) => waiver === undefined),
    ...reported.filter(({ waiver }) => waiver !== undefined),
  ];
}

function reportFinding(
  id: string,
  merged: MergedFinding,
  record: RequirementRecord,
  run: RunRecord,
): ReportFinding {
  const { kind, message, expected, actual, exchange, related } = merged.smallest;
  const { request, across } = run.exchanges.get(exchange) ?? {};
  const waiver = coveringWaiver(run.header, id, operationOfNumber(exchange, run.exchanges));
  const checks = [...new Set([id, ...checksOf(merged, run)])];
  const same = sameRequests(merged, record, run);
  const atOnce = id.startsWith('quota/') ? 1 : (run.atOnce.get(exchange) ?? 1);
  return {
    kind,
    message: bounded(message, longestText),
    expected: bounded(expected, longestText),
    actual: bounded(actual, longestText),
    count: Math.max(merged.exchanges.size, countedUnderLoad(id, merged, run)),
    exchanges: smallestExchanges(merged, run.exchanges, examplesShown),
    first: merged.first,
    operations: operationCounts(merged.exchanges, run.exchanges),
    ...(same === null ? {} : { sameRequests: same }),
    ...(atOnce > 1 ? { atOnce } : {}),
    related: related.map(({ role, exchange: number }) => ({ role, exchange: number })),
    ...(waiver === null ? {} : { waiver }),
    // One request alone does not reproduce it.
    curl:
      request === undefined || atOnce > 1 ? null : curlCommand(run.header.baseUrl, request, run.header.reach),
    // A finding across a restart needs another restart.
    rerun: across === undefined ? rerunCommand(run.header, checks) : run.header.command,
    checks,
  };
}

/** The number of occurrences under load, where only a sample of the exchanges is recorded. */
function countedUnderLoad(id: string, { smallest }: MergedFinding, run: RunRecord): number {
  const { kind, exchange } = smallest;
  const deviation = run.load?.deviations?.find((one) => one.requirement === id && one.kind === kind);
  if (!tellsOperationsApart(run.header, id)) {
    return deviation?.count ?? 0;
  }
  const operation = operationOfNumber(exchange, run.exchanges);
  return operation === null ? 0 : (deviation?.operations?.[operation] ?? 0);
}

/** Findings on every response depend on the checks that sent the requests: these checks. */
function checksOf({ smallest }: MergedFinding, run: RunRecord): string[] {
  return [smallest.exchange, ...smallest.related.map(({ exchange }) => exchange)]
    .map((number) => run.exchanges.get(number)?.check)
    .filter((check) => check !== undefined)
    .filter((check) => requirements.some(({ id }) => id === check));
}

/** Findings of a requirement that is not in the catalogue, or that can't fail. */
function suiteErrors(run: RunRecord): InternalError[] {
  const levels = new Map<string, Level>(requirements.map(({ id, level }) => [id, level]));
  return [...run.requirements]
    .filter(([id, { findings }]) => findings.length > 0 && (levels.get(id) ?? 'OBSERVE') === 'OBSERVE')
    .map(([id]) => ({ requirement: id, message: `a finding against ${id}, which can't fail` }));
}

function runFacts(run: RunRecord): Report['run'] {
  const { tool: _, baseUrl, minDecided, waivers, baseline, catalogue, readOnly, ...header } = run.header;
  const { finished } = run;
  const lastMs = Math.max(
    0,
    ...[...run.exchanges.values()].slice(-20).map((exchange) => exchange.finishedAtMs),
  );
  const durationMs = finished?.durationMs ?? lastMs;
  return {
    ...header,
    ...(readOnly === true ? { readOnly } : {}),
    finishedAt: finished?.finishedAt ?? new Date(Date.parse(header.startedAt) + durationMs).toISOString(),
    requests: requestsOf(run),
    durationMs,
    ...(run.cases === null ? {} : { cases: run.cases }),
  };
}

/** A measurement or a load records only some exchanges, but all of them have numbers. */
function requestsOf({ exchanges, planLimits, load }: RunRecord): number {
  if (planLimits.length === 0 && load === null) {
    return exchanges.size;
  }
  if (load?.sent !== undefined) {
    return load.sent;
  }
  const measured = planLimits.reduce((sum, { requests }) => sum + requests, 0);
  let most = Math.max(exchanges.size, measured, load?.requests ?? 0);
  for (const number of exchanges.keys()) {
    most = Math.max(most, number);
  }
  return most;
}

/** The verdict. A violation outweighs every problem of the run. */
function runVerdict(
  decided: readonly ReportRequirement[],
  run: RunRecord,
  hindered: boolean,
  coverage: ReportCoverage | null,
): RunVerdict {
  const has = (...verdicts: RequirementVerdict[]) =>
    decided.some(({ verdict }) => verdicts.includes(verdict));
  if (has('failed') || (run.header.failOn === 'should' && has('warned'))) {
    return 'non-conformant';
  }
  const problem = run.preflight.some((step) => step.outcome === 'problem');
  const nothing = !hasCompleteResponse(run) || !has('passed', 'warned', 'observed', 'waived');
  const tooLittle =
    (coverage?.shortfall ?? null) !== null || (run.header.kind === 'judge' && !decided.some(isDecidedMust));
  return hindered || problem || nothing || tooLittle ? 'none' : 'conformant';
}

function isDecidedMust({ level, verdict }: ReportRequirement): boolean {
  return level === 'MUST' && (verdict === 'passed' || verdict === 'waived');
}

/** Whether any response was complete: the statuses of truncated responses prove too little. */
function hasCompleteResponse({ exchanges }: RunRecord): boolean {
  return [...exchanges.values()].some(
    ({ response, failure }) => failure === null && (response?.body ?? '') !== '',
  );
}

function count(decided: readonly ReportRequirement[], level: Level): VerdictCounts {
  const counts = { passed: 0, failed: 0, warned: 0, observed: 0, skipped: 0, inconclusive: 0, waived: 0 };
  for (const requirement of decided) {
    if (requirement.level === level) {
      counts[requirement.verdict] += 1;
    }
  }
  return counts;
}

function citedExchanges(decided: readonly ReportRequirement[], run: RunRecord): ReportExchange[] {
  const cited = new Set(
    decided.flatMap(({ evidence, findings }) => [
      ...evidence.exchanges,
      ...findings.flatMap(({ exchanges, related }) => [
        ...exchanges,
        ...related.map(({ exchange }) => exchange),
      ]),
    ]),
  );
  return [...run.exchanges.values()]
    .filter(({ number }) => cited.has(number))
    .sort((left, right) => left.number - right.number);
}
