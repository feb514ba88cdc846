import type { QuotaFinding, QuotaJudgement } from '../quota/judgement.ts';
import type { Level } from '../verdict/requirement.ts';

/** Why a requirement was not decided: skipped, or measured without result. */
export interface Undecided {
  readonly outcome: 'skipped' | 'inconclusive';
  readonly reason: string;
}

/** The result of measuring one plan, possibly incomplete. */
export interface PlanVerdict {
  /** Capitalised: `Free`. */
  readonly name: string;
  readonly judgement: QuotaJudgement;
  /** Why the remaining requirements are undecided; `null` if the measurement is complete. */
  readonly ended: Undecided | null;
  /** Whether its daily limit was left out, unlike that of another plan. */
  readonly withoutDay?: boolean;
}

/** The outcome of one plan-limit requirement over all measured plans. */
export interface PooledOutcome {
  readonly outcome: 'done' | 'skipped' | 'inconclusive';
  readonly reason: string | null;
}

const unsaid: Undecided = { outcome: 'inconclusive', reason: 'the measurement does not cover it' };

/**
 * A requirement is decided if every plan measured for it decides it. For OBSERVE, one observed plan is enough. With
 * several plans, the reason names each undecided one.
 */
export function pooledOutcome(
  requirement: { readonly id: string; readonly level: Level },
  measured: readonly PlanVerdict[],
): PooledOutcome {
  const { id, level } = requirement;
  const plans =
    id === 'quota/day-limit' ? measured.filter(({ withoutDay }) => withoutDay !== true) : measured;
  if (level === 'OBSERVE' && plans.some(({ judgement }) => judgement.observations.some(isOf(id)))) {
    return { outcome: 'done', reason: null };
  }
  const open = plans.flatMap((plan) => {
    const undecided = undecidedOf(id, plan);
    return undecided === null ? [] : [{ plan, undecided }];
  });
  if (open.length === 0) {
    return plans.length === 0 ? unsaid : { outcome: 'done', reason: null };
  }
  const tried = open.some(({ undecided }) => undecided.outcome === 'inconclusive');
  const reasons = new Set(open.map(({ undecided }) => undecided.reason));
  const [only] = reasons;
  return {
    outcome: tried ? 'inconclusive' : 'skipped',
    reason:
      reasons.size === 1 && open.length === plans.length && only !== undefined
        ? only
        : open.map(({ plan, undecided }) => `${plan.name}: ${undecided.reason}`).join('; '),
  };
}

/** A finding as the report tells it: where several plans were measured, it names its own. */
export function namedFinding(finding: QuotaFinding, plan: string, several: boolean): QuotaFinding {
  return several
    ? { ...finding, kind: `${plan} ${finding.kind}`, message: `${plan}: ${finding.message}` }
    : finding;
}

function undecidedOf(id: string, { judgement, ended }: PlanVerdict): Undecided | null {
  if (judgement.findings.some(isOf(id))) {
    return null;
  }
  const undecided = judgement.undecided.find(isOf(id));
  if (undecided !== undefined) {
    return ended ?? { outcome: 'inconclusive', reason: undecided.reason };
  }
  return judgement.supported.some(isOf(id)) ? null : (ended ?? unsaid);
}

function isOf(id: string): (row: { readonly requirement: string }) => boolean {
  return ({ requirement }) => requirement === id;
}
