import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { RequirementRecord, RunRecord } from './run-record.ts';
import { unsoundReason } from './sound-evidence.ts';

const noEvidence = 'no evidence collected';

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
  if (!selected) {
    return because('skipped', given?.reason ?? 'not selected (--only, --skip)');
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
  return requirement.level === 'OBSERVE' ? observed(record) : supported(requirement.id, record, run);
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

function observed(record: RequirementRecord): Decision {
  return record.observations.length === 0
    ? because('inconclusive', noEvidence)
    : { verdict: 'observed', reason: null, observation: record.observations.join('; ') };
}

/** Passed only where an exchange supports it that violates no other requirement in what this one rests on. */
function supported(id: string, record: RequirementRecord, run: RunRecord): Decision {
  const reason = record.evidence.size === 0 ? noEvidence : unsoundReason(id, record, run);
  return reason === null
    ? { verdict: 'passed', reason: null, observation: null }
    : because('inconclusive', reason);
}

/** Where several checks serve one requirement, one that could not tell outweighs one that could. */
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
