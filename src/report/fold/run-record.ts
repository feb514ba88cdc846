import type { AcrossRecord } from '../../verdict/across-record.ts';
import type { Finding } from '../../verdict/finding.ts';
import type { LoadRecord } from '../../verdict/load-record.ts';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import type { CaseCount, PreflightStep, RunEvent, RunHeader } from '../../verdict/run-event.ts';
import { tellsOperationsApart } from '../../waivers/waiver-cover.ts';
import type { CreatedAnimal, InternalError, ReportExchange } from '../report.ts';
import { type LightEvent, operationOfNumber, requestsAtOnce } from '../report-exchange.ts';
import { type MergedFinding, mergedFindings } from './merged-finding.ts';

type RunFinished = Extract<RunEvent, { type: 'run-finished' }>;
type CheckFinished = Extract<RunEvent, { type: 'check-finished' }>;

export interface RequirementRecord {
  started: number;
  readonly finished: CheckFinished[];
  readonly evidence: Set<number>;
  readonly observations: string[];
  /** All findings in the order in which they were reported. */
  readonly seen: Finding[];
  /** The same, merged once all exchanges are on record. */
  findings: readonly MergedFinding[];
}

export interface RunRecord {
  readonly header: RunHeader;
  readonly preflight: PreflightStep[];
  readonly exchanges: Map<number, ReportExchange>;
  /** The number of requests in flight during each exchange, where that is known. */
  atOnce: ReadonlyMap<number, number>;
  readonly requirements: Map<string, RequirementRecord>;
  readonly internalErrors: InternalError[];
  /** `untilMs`: when the one that ends last was to end, in ms since the start of the run. */
  readonly waits: { count: number; totalMs: number; untilMs: number };
  /** When the last exchange was over that is recorded so far, in ms since the start of the run. */
  latestMs: number;
  cases: CaseCount | null;
  readonly createdAnimals: CreatedAnimal[];
  readonly planLimits: PlanLimitRecord[];
  load: LoadRecord | null;
  across: AcrossRecord | null;
  /** `null` if the run was killed. */
  finished: RunFinished | null;
}

/**
 * Groups the events of a run.
 *
 * @throws {Error} if the first event is not the header.
 */
export function recordRun(events: Iterable<LightEvent>): RunRecord {
  const [first, ...others] = events;
  if (first?.type !== 'run-started') {
    throw new Error('these are not the events of a run: the first one must be "run-started"');
  }
  const record = emptyRecord(first.header);
  for (const event of others) {
    add(record, event);
  }
  mergeFindings(record);
  return record;
}

function mergeFindings(record: RunRecord): void {
  const { header, exchanges, createdAnimals } = record;
  // Recorded traffic and the samples of a load don't show all requests in flight.
  if (record.load === null && header.kind === undefined) {
    record.atOnce = requestsAtOnce(exchanges);
  }
  const createdIds = new Set(createdAnimals.map(({ id }) => id));
  for (const [id, one] of record.requirements) {
    const atOnce = id.startsWith('quota/') ? new Map<number, number>() : record.atOnce;
    const isApart = tellsOperationsApart(header, id);
    one.findings = mergedFindings(
      one.seen,
      ({ exchange }) => (isApart ? (operationOfNumber(exchange, exchanges) ?? 'other') : ''),
      { exchanges, atOnce, createdIds },
    );
  }
}

export function requirementRecord(record: RunRecord, id: string): RequirementRecord {
  let found = record.requirements.get(id);
  if (found === undefined) {
    found = {
      started: 0,
      finished: [],
      evidence: new Set(),
      observations: [],
      seen: [],
      findings: [],
    };
    record.requirements.set(id, found);
  }
  return found;
}

function emptyRecord(header: RunHeader): RunRecord {
  return {
    header,
    preflight: [],
    exchanges: new Map(),
    atOnce: new Map(),
    requirements: new Map(),
    internalErrors: [],
    waits: { count: 0, totalMs: 0, untilMs: 0 },
    latestMs: 0,
    cases: null,
    createdAnimals: [],
    planLimits: [],
    load: null,
    across: null,
    finished: null,
  };
}

/** Waits of measurements that run together count once. */
function addWait({ waits, latestMs }: RunRecord, durationMs: number): void {
  const endMs = latestMs + durationMs;
  waits.totalMs += Math.max(0, endMs - Math.max(latestMs, waits.untilMs));
  waits.untilMs = Math.max(waits.untilMs, endMs);
}

function add(record: RunRecord, event: LightEvent): void {
  switch (event.type) {
    case 'run-started':
      throw new Error('the file has the events of several runs: "run-started" occurs twice');
    case 'preflight':
      record.preflight.push(event.step);
      break;
    case 'check-started':
      requirementRecord(record, event.requirement).started += 1;
      break;
    case 'check-finished':
      requirementRecord(record, event.requirement).finished.push(event);
      break;
    case 'exchange':
      addExchange(record, event.exchange, event.touched);
      break;
    case 'finding':
      requirementRecord(record, event.finding.requirement).seen.push(event.finding);
      break;
    case 'evidence':
      requirementRecord(record, event.requirement).evidence.add(event.exchange);
      break;
    case 'observation':
      addObservation(requirementRecord(record, event.requirement), event.text, event.exchanges);
      break;
    case 'wait':
      record.waits.count += 1;
      addWait(record, event.durationMs);
      break;
    case 'cases':
      record.cases = { sent: event.sent, all: event.all };
      break;
    case 'animal-created':
      record.createdAnimals.push({ id: event.id, name: event.name });
      break;
    case 'plan-limit':
      record.planLimits.push(event.record);
      break;
    case 'load':
      record.load = event.record;
      break;
    case 'across':
      record.across = event.record;
      break;
    case 'internal-error':
      record.internalErrors.push({ requirement: event.requirement, message: event.message });
      break;
    case 'run-finished':
      record.finished = event;
      cutWait(record.waits, event.durationMs);
      break;
  }
}

/** A wait is recorded when it begins, and one that was interrupted did not last as long as it was to. */
function cutWait(waits: RunRecord['waits'], endMs: number): void {
  const notWaitedMs = Math.max(0, waits.untilMs - endMs);
  waits.totalMs = Math.max(0, waits.totalMs - notWaitedMs);
}

function addExchange(record: RunRecord, exchange: ReportExchange, touched: readonly string[]): void {
  record.exchanges.set(exchange.number, exchange);
  record.latestMs = Math.max(record.latestMs, exchange.finishedAtMs);
  if (exchange.response !== null) {
    requirementRecord(record, exchange.check).evidence.add(exchange.number);
  }
  for (const id of touched) {
    requirementRecord(record, id).evidence.add(exchange.number);
  }
}

function addObservation(record: RequirementRecord, text: string, exchanges: readonly number[]): void {
  if (!record.observations.includes(text)) {
    record.observations.push(text);
  }
  for (const exchange of exchanges) {
    record.evidence.add(exchange);
  }
}
