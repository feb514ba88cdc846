import { isUndecided, isViolated } from './by-verdict.ts';
import type { Decision } from './decide.ts';
import type { ReportBaseline, ReportFinding, ReportRequirement, WaivedBy } from './report.ts';
import type { RunRecord } from './run-record.ts';
import { timeText } from './time-text.ts';
import { isExpiredFor, waivedDecision } from './waived.ts';

/** A decision, and where it became `waived`, by what. */
export interface CountedDecision extends Decision {
  readonly waivedBy: WaivedBy | null;
}

/**
 * The decision on a requirement, `waived` where its violation does not count: where waivers cover every finding, where
 * it is newer than the catalogue that the run keeps to, or where it was violated in the baseline already. A waiver that
 * is expired outweighs the baseline: the day was agreed upon.
 */
export function countedDecision(
  row: Pick<ReportRequirement, 'id' | 'since'>,
  decision: Decision,
  findings: readonly ReportFinding[],
  run: RunRecord,
): CountedDecision {
  const waived = waivedDecision(
    decision,
    findings.map(({ waiver }) => waiver ?? null),
    run,
  );
  if (waived.verdict === 'waived') {
    return { ...waived, waivedBy: 'waivers' };
  }
  if (!isViolated(decision.verdict)) {
    return { ...decision, waivedBy: null };
  }
  const newer = newerReason(row, run);
  if (newer !== null) {
    return { ...decision, verdict: 'waived', reason: newer, waivedBy: 'catalogue' };
  }
  const before = failedBeforeReason(row.id, findings, run);
  return before === null
    ? { ...decision, waivedBy: null }
    : { ...decision, verdict: 'waived', reason: before, waivedBy: 'baseline' };
}

/** The version of the catalogue that a run keeps to. Journals of version 0.1.0 don't say: there was only one. */
export function catalogueOf({ header }: RunRecord): number {
  return header.catalogue ?? 1;
}

function newerReason({ since = 1 }: Pick<ReportRequirement, 'since'>, run: RunRecord): string | null {
  const catalogue = catalogueOf(run);
  return since <= catalogue
    ? null
    : `added in catalogue version ${since}; this run uses version ${catalogue} (--catalogue)`;
}

function failedBeforeReason(id: string, findings: readonly ReportFinding[], run: RunRecord): string | null {
  const { baseline } = run.header;
  const before = baseline?.violated.find(({ requirement }) => requirement === id);
  if (baseline === undefined || before === undefined || isExpiredFor(id, findings, run)) {
    return null;
  }
  const kinds = new Set(findings.filter(({ waiver }) => waiver === undefined).map(({ kind }) => kind));
  const added = [...kinds].filter((kind) => !before.kinds.includes(kind));
  const also = added.length === 0 ? '' : `; new findings: ${added.join(', ')}`;
  const where = baseline.target === undefined ? '' : ` against ${baseline.target}`;
  return `failed in the baseline, ${baseline.source} (run of ${timeText(baseline.startedAt)}${where})${also}`;
}

/** The baseline of a run and what became of the failures in it, or `null` where none was given. */
export function reportBaseline(decided: readonly ReportRequirement[], run: RunRecord): ReportBaseline | null {
  const { baseline, selected } = run.header;
  if (baseline === undefined) {
    return null;
  }
  const violated = new Set(baseline.violated.map(({ requirement }) => requirement));
  const undecided = new Set(baseline.undecided);
  const catalogue = catalogueOf(run);
  const ids = (wanted: (requirement: ReportRequirement) => boolean) =>
    decided.filter(wanted).map(({ id }) => id);
  const failing = decided.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return {
    source: baseline.source,
    startedAt: baseline.startedAt,
    ...(baseline.target === undefined ? {} : { target: baseline.target }),
    broke: failing.map(({ id }) => id).filter((id) => !violated.has(id) && !undecided.has(id)),
    newlyTested: failing.map(({ id }) => id).filter((id) => undecided.has(id)),
    leftOut: ids(({ id, since = 1 }) => since <= catalogue && !undecided.has(id) && !selected.includes(id)),
    failedBefore: ids(({ waivedBy }) => waivedBy === 'baseline'),
    fixed: ids(({ id, verdict }) => violated.has(id) && verdict === 'passed'),
    undecided: ids(({ id, verdict }) => violated.has(id) && isUndecided(verdict) && selected.includes(id)),
  };
}
