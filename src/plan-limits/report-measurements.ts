import type { Exchange } from '../exchange/exchange.ts';
import type { QuotaFinding, QuotaJudgement } from '../quota/judgement.ts';
import type { Undecided } from '../quota/measure/measurement.ts';
import type { Timeline, TimelineEntry } from '../quota/timeline.ts';
import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import type { Level, Requirement } from '../verdict/requirement.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** The measurement of one plan, ready to report. */
export interface MeasuredPlan extends PlanVerdict {
  readonly records: readonly PlanLimitRecord[];
  readonly timeline: Timeline;
  /** The number of an entry's exchange; one that is not recorded yet is passed to `record`. */
  cited(entry: TimelineEntry, record: (exchange: Exchange) => void): Promise<number>;
}

/** Entries that are named as evidence of one requirement, of one plan. */
const evidenceNamed = 5;

/** Reports the outcome of each requirement over the measurements of all plans. */
export async function reportMeasurements(
  checks: readonly Requirement[],
  plans: readonly MeasuredPlan[],
  record: (event: RunEvent) => void,
): Promise<void> {
  for (const plan of plans) {
    await reportPlan(plan, plans.length > 1, record);
  }
  for (const check of checks) {
    record({ type: 'check-finished', requirement: check.id, ...pooledOutcome(check, plans) });
  }
}

/** Reports one plan: cited exchanges, findings, evidence and observations. */
async function reportPlan(
  plan: MeasuredPlan,
  several: boolean,
  record: (event: RunEvent) => void,
): Promise<void> {
  const { name, judgement, records } = plan;
  const cited = (entry: TimelineEntry) =>
    plan.cited(entry, (exchange) => record({ type: 'exchange', exchange, touched: [] }));
  for (const limit of records) {
    record({ type: 'plan-limit', record: limit });
  }
  for (const said of judgement.findings) {
    const { requirement, kind, message, expected, actual, ...rest } = namedFinding(said, name, several);
    const exchange = await cited(rest.entry);
    const others: { role: string; exchange: number }[] = [];
    for (const other of rest.related) {
      others.push({ role: other.role, exchange: await cited(other.entry) });
    }
    const finding = { requirement, kind, message, expected, actual, exchange, related: others };
    record({ type: 'finding', finding });
  }
  for (const { requirement, entries } of judgement.supported) {
    for (const entry of entries.slice(0, evidenceNamed)) {
      record({ type: 'evidence', requirement, exchange: await cited(entry) });
    }
  }
  for (const { requirement, text, entries } of judgement.observations) {
    const exchanges: number[] = [];
    for (const entry of entries.slice(0, evidenceNamed)) {
      exchanges.push(await cited(entry));
    }
    record({ type: 'observation', requirement, text: several ? `${name}: ${text}` : text, exchanges });
  }
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

const unmeasured: Undecided = { outcome: 'inconclusive', reason: 'the measurement does not cover it' };

/**
 * A requirement is decided if every plan measured for it decides it. For OBSERVE, one observed plan is enough. With
 * several plans, the reason names each undecided one.
 */
export function pooledOutcome(
  requirement: { readonly id: string; readonly level: Level },
  measured: readonly PlanVerdict[],
): { outcome: 'done' | 'skipped' | 'inconclusive'; reason: string | null; budget?: true } {
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
    return plans.length === 0 ? unmeasured : { outcome: 'done', reason: null };
  }
  const tried = open.some(({ undecided }) => undecided.outcome === 'inconclusive');
  const reasons = new Set(open.map(({ undecided }) => undecided.reason));
  const [only] = reasons;
  return {
    outcome: tried ? 'inconclusive' : 'skipped',
    ...(!tried && open.some(({ undecided }) => undecided.budget) ? { budget: true } : {}),
    reason:
      reasons.size === 1 && open.length === plans.length && only !== undefined
        ? only
        : open.map(({ plan, undecided }) => `${plan.name}: ${undecided.reason}`).join('; '),
  };
}

/** A finding in the words of the report: with several measured plans, it names its own. */
function namedFinding(finding: QuotaFinding, plan: string, several: boolean): QuotaFinding {
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
  return judgement.supported.some(isOf(id)) ? null : (ended ?? unmeasured);
}

function isOf(id: string): (row: { readonly requirement: string }) => boolean {
  return ({ requirement }) => requirement === id;
}
