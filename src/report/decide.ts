import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { RequirementRecord, RunRecord } from './run-record.ts';

/** The verdict on one requirement, with what the report says beside it. */
export interface Decision {
  readonly verdict: RequirementVerdict;
  readonly reason: string | null;
  readonly observation: string | null;
}

/** Decides one requirement of the catalogue from what the events say of it. */
export function decide(
  requirement: { readonly id: string; readonly level: Level },
  selected: boolean,
  record: RequirementRecord,
  run: RunRecord,
): Decision {
  const given = worstOutcome(record);
  if (!selected || isUntouchedQuota(requirement.id, record)) {
    return because('skipped', given?.reason ?? notSelected(requirement.id));
  }
  if (record.findings.size > 0) {
    return violated(requirement.level);
  }
  if (record.internalErrors[0] !== undefined) {
    return because(
      'inconclusive',
      `internal error of the suite: ${record.internalErrors[0]}; please report it`,
    );
  }
  if (given === null || record.started > record.finished.length) {
    return because('inconclusive', notFinished(record, run));
  }
  if (given.outcome !== 'done') {
    return because(given.outcome, given.reason ?? 'the check gave no reason; please report it');
  }
  return requirement.level === 'OBSERVE' ? observed(record) : supported(record);
}

/** Plan limits have no check yet: asked for or not, nothing speaks of them. */
function isUntouchedQuota(id: string, record: RequirementRecord): boolean {
  return id.startsWith('quota/') && record.started + record.finished.length + record.findings.size === 0;
}

function because(verdict: RequirementVerdict, reason: string): Decision {
  return { verdict, reason, observation: null };
}

function violated(level: Level): Decision {
  if (level === 'OBSERVE') {
    return because(
      'inconclusive',
      'internal error of the suite: it accused the service where no behaviour can fail; please report it',
    );
  }
  return { verdict: level === 'MUST' ? 'failed' : 'warned', reason: null, observation: null };
}

function observed(record: RequirementRecord): Decision {
  return record.observations.length === 0
    ? because('inconclusive', 'nothing was seen of it')
    : { verdict: 'observed', reason: null, observation: record.observations.join('; ') };
}

function supported(record: RequirementRecord): Decision {
  return record.evidence.size === 0
    ? because('inconclusive', 'nothing was seen of it')
    : { verdict: 'passed', reason: null, observation: null };
}

/** Where several checks serve one requirement, one that could not tell outweighs one that could. */
function worstOutcome(record: RequirementRecord): RequirementRecord['finished'][number] | null {
  const by = (outcome: string) => record.finished.find((finished) => finished.outcome === outcome);
  return by('inconclusive') ?? by('skipped') ?? by('done') ?? null;
}

function notSelected(id: string): string {
  return id.startsWith('quota/')
    ? 'needs a key that the run may exhaust; plan limits are not verified by this version'
    : 'left out by --only or --skip';
}

function notFinished(record: RequirementRecord, run: RunRecord): string {
  const problem = run.preflight.find((step) => step.outcome === 'problem');
  if (record.started > 0) {
    return 'the run ended before its check was finished; run it again to its end';
  }
  if (problem !== undefined) {
    return 'the preflight found a problem, so the checks were not started; mend that first';
  }
  return run.finished?.interrupted === null
    ? 'the run came to its end without a check of it; please report it'
    : 'the run ended before its check was started; run it again to its end';
}
