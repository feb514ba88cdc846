import { type RequirementId, refusedCreations } from '../../../suites/requirements.ts';
import { jsonBody } from '../../exchange/response-body.ts';
import type { Level, RequirementVerdict } from '../../verdict/requirement.ts';
import type { ReportExchange } from '../report.ts';
import type { RequirementRecord, RunRecord } from './run-record.ts';

export interface Decision {
  readonly verdict: RequirementVerdict;
  readonly reason: string | null;
  readonly observation: string | null;
}

export function decide(
  requirement: { readonly id: string; readonly level: Level },
  selected: boolean,
  record: RequirementRecord,
  run: RunRecord,
): Decision {
  const given = worstOutcome(record);
  if (!selected) {
    return because('skipped', given?.reason ?? 'not selected (--only, --skip)');
  }
  if (record.findings.length > 0) {
    return violated(requirement.level);
  }
  const error = run.internalErrors.find((one) => one.requirement === requirement.id);
  if (error !== undefined) {
    return because('inconclusive', `internal error of the suite: ${error.message}; please report it`);
  }
  if (given === null || record.started > record.finished.length) {
    return because('inconclusive', notFinished(record, run));
  }
  if (given.outcome !== 'done') {
    return because(given.outcome, given.reason ?? 'the check gave no reason; please report it');
  }
  return requirement.level === 'OBSERVE' ? observed(record, run) : supported(requirement.id, record, run);
}

function because(verdict: RequirementVerdict, reason: string): Decision {
  return { verdict, reason, observation: null };
}

function violated(level: Level): Decision {
  if (level === 'OBSERVE') {
    return because(
      'inconclusive',
      'internal error of the suite: it reported a failure where none is possible; please report it',
    );
  }
  return { verdict: level === 'MUST' ? 'failed' : 'warned', reason: null, observation: null };
}

function observed(record: RequirementRecord, run: RunRecord): Decision {
  return record.observations.length === 0
    ? because('inconclusive', noEvidence(run))
    : { verdict: 'observed', reason: null, observation: record.observations.join('; ') };
}

/** Why there is no evidence: a bound that ended checks early, if any. */
function noEvidence({ requirements }: RunRecord): string {
  const ended = [...requirements.values()].flatMap(({ finished }) => finished).find(({ budget }) => budget);
  const why = ended === undefined ? '' : `: ${ended.reason}`;
  return `no evidence collected${why}`;
}

/** Passed only if an exchange supports it that does not violate another requirement on the same data. */
function supported(id: string, record: RequirementRecord, run: RunRecord): Decision {
  const reason = record.evidence.size === 0 ? noEvidence(run) : unsoundReason(id, record, run);
  return reason === null
    ? { verdict: 'passed', reason: null, observation: null }
    : because('inconclusive', reason);
}

/** If several checks serve one requirement, an inconclusive one outweighs a decided one. */
function worstOutcome(record: RequirementRecord): RequirementRecord['finished'][number] | null {
  const by = (outcome: string) => record.finished.find((finished) => finished.outcome === outcome);
  return by('inconclusive') ?? by('skipped') ?? by('done') ?? null;
}

function notFinished(record: RequirementRecord, run: RunRecord): string {
  const problem = run.preflight.find((step) => step.outcome === 'problem');
  if (record.started > 0) {
    return 'the run ended during its check: run again';
  }
  if (problem !== undefined) {
    return 'not started: the preflight found a problem; fix that first';
  }
  return run.finished?.interrupted === null
    ? 'internal error of the suite: no check ran for it; please report it'
    : 'the run ended before its check: run again';
}

/** The groups whose requirements depend on statuses or header fields, not on bodies. */
const groupsOnStatus: readonly string[] = ['quota', 'rate', 'version', 'store'];

/** The requirements of other groups that do so too. */
const restOnStatus: readonly string[] = [
  'auth/missing-key',
  'auth/not-bearer',
  'auth/unknown-key',
  'auth/header-only',
  'auth/valid-key-accepted',
  'auth/checked-first',
  'auth/revoked-key',
  'auth/challenge',
  'list/limit-accepted',
  'list/status-accepted',
  ...refusedCreations,
  'create/content-type-parameters',
  'get/unknown-id',
  'responses/documented-status',
  'responses/media-type',
  'errors/no-server-error',
  'errors/unknown-path',
  'errors/unsupported-method',
] satisfies readonly RequirementId[];

/** Requirements that each response contains an animal or a list of animals. */
const sayPet: readonly string[] = [
  'list/returns-pets',
  'create/accepts-valid',
  'get/returns-created',
] satisfies readonly RequirementId[];

/** Requirements whose violation means that a body is not what the interface describes. */
const aboutBodies: readonly string[] = ['responses/schema', 'errors/body-shape'];

/**
 * Why the judged exchanges don't support a requirement, or `null`. A body that is truncated, not JSON, or violates its
 * schema supports no requirement on bodies. One valid response suffices, except for requirements that every response is
 * a `Pet`.
 */
function unsoundReason(id: string, { evidence }: RequirementRecord, run: RunRecord): string | null {
  if (restOnStatus.includes(id) || groupsOnStatus.includes(id.slice(0, id.indexOf('/')))) {
    return null;
  }
  const shown = aboutBodies.map((other) => ({ other, exchanges: exchangesOf(other, run) }));
  const violated = (number: number) => shown.filter(({ exchanges }) => exchanges.has(number));
  const seen = [...evidence];
  const others = [...new Set(seen.flatMap((number) => violated(number).map(({ other }) => other)))];
  const isSound = (number: number) => violated(number).length === 0 && isReadable(run.exchanges.get(number));
  if (sayPet.includes(id) && others.includes('responses/schema')) {
    return 'some of its responses violate another requirement: see responses/schema';
  }
  if (seen.some(isSound)) {
    return null;
  }
  return others.length === 0
    ? 'none of its responses could be read to its end as JSON'
    : `its responses violate another requirement: see ${others.join(', ')}`;
}

function exchangesOf(id: string, run: RunRecord): ReadonlySet<number> {
  const findings = run.requirements.get(id)?.findings ?? [];
  return new Set(findings.flatMap(({ exchanges }) => [...exchanges]));
}

/** Whether a body is complete JSON; true for exchanges that a measurement or a load did not record. */
function isReadable(exchange: ReportExchange | undefined): boolean {
  if (exchange === undefined) {
    return true;
  }
  const { response, failure, bodyCut } = exchange;
  return failure === null && (bodyCut > 0 || (response !== null && jsonBody(response).ok));
}
