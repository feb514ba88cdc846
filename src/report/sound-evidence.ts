import { type RequirementId, refusedCreations } from '../../suites/requirements.ts';
import { jsonBody } from '../exchange/response-body.ts';
import type { ReportExchange } from './report.ts';
import type { RequirementRecord, RunRecord } from './run-record.ts';

/** Groups of requirements that a status or header fields decide: no body takes anything from them. */
const groupsOnStatus: readonly string[] = ['quota', 'rate', 'version', 'store'];

/** The same in the other groups. */
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

/** Requirements that say of each response that it holds an animal, or a list of them. */
const sayPet: readonly string[] = [
  'list/returns-pets',
  'create/accepts-valid',
  'get/returns-created',
] satisfies readonly RequirementId[];

/** Requirements whose violation means that a body is not what the interface describes. */
const aboutBodies: readonly string[] = ['responses/schema', 'errors/body-shape'];

/**
 * Why the exchanges that a requirement was judged by don't support it, or `null` where they do. A body that was cut
 * off, is no JSON, or violates its schema supports nothing that is said of bodies; one sound response is enough, but
 * for requirements that say of every response that it is a `Pet`.
 */
export function unsoundReason(id: string, { evidence }: RequirementRecord, run: RunRecord): string | null {
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
  const findings = [...(run.requirements.get(id)?.findings.values() ?? [])];
  return new Set(findings.flatMap(({ exchanges }) => [...exchanges]));
}

/** Whether a body came whole and is JSON. Of a measurement or a load only some exchanges are on record. */
function isReadable(exchange: ReportExchange | undefined): boolean {
  if (exchange === undefined) {
    return true;
  }
  const { response, failure, bodyCut } = exchange;
  return failure === null && (bodyCut > 0 || (response !== null && jsonBody(response).ok));
}
