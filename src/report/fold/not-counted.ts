import { requirements as catalogue } from '../../../suites/requirements.ts';
import { coversOperation, isExpired, isFor, waiverOutcome } from '../../waivers/waiver-cover.ts';
import { isUndecided, isViolated } from '../by-verdict.ts';
import type { ReportBaseline, ReportFinding, ReportRequirement, ReportWaiver, WaivedBy } from '../report.ts';
import { operationOfNumber } from '../report-exchange.ts';
import { timeText } from '../words.ts';
import type { Decision } from './decide.ts';
import type { RunRecord } from './run-record.ts';

interface CountedDecision extends Decision {
  readonly waivedBy: WaivedBy | null;
}

/**
 * The decision on a requirement, `waived` if its violation does not count: waivers cover every finding, it is newer
 * than the catalogue version of the run, or it is violated in the baseline. An expired waiver outweighs the baseline,
 * because its date was agreed.
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

function newerReason({ since }: Pick<ReportRequirement, 'since'>, run: RunRecord): string | null {
  const { catalogue } = run.header;
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

/** The baseline of a run and the state of its failures, or `null`. */
export function reportBaseline(decided: readonly ReportRequirement[], run: RunRecord): ReportBaseline | null {
  const { baseline, selected } = run.header;
  if (baseline === undefined) {
    return null;
  }
  const violated = new Set(baseline.violated.map(({ requirement }) => requirement));
  const undecided = new Set(baseline.undecided);
  const { catalogue } = run.header;
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

function waivedDecision(decision: Decision, coveredBy: readonly (number | null)[], run: RunRecord): Decision {
  const indices = coveredBy.filter((index) => index !== null);
  if (indices.length === 0 || indices.length < coveredBy.length) {
    return decision;
  }
  const waivers = run.header.waivers ?? [];
  const reasons = [...new Set(indices)].flatMap((index) => {
    const waiver = waivers[index];
    if (waiver === undefined) {
      return [];
    }
    const { reason, owner, link, expires } = waiver;
    const facts = [`until ${expires}`, ...(owner === null ? [] : [owner]), ...(link === null ? [] : [link])];
    return [`${reason.replace(/\s+/g, ' ')} (${facts.join(', ')})`];
  });
  return { ...decision, verdict: 'waived', reason: reasons.join('; ') };
}

/** Whether an expired waiver applies to a finding that no other waiver covers. */
function isExpiredFor(
  requirement: string,
  findings: readonly ReportFinding[],
  { header }: RunRecord,
): boolean {
  const expired = (header.waivers ?? []).filter(
    (waiver) =>
      waiver.requirement === requirement &&
      isFor(waiver, header.baseUrl) &&
      isExpired(waiver, header.startedAt),
  );
  return findings
    .filter(({ waiver }) => waiver === undefined)
    .flatMap(({ operations }) =>
      operations.length === 0 ? [null] : operations.map(({ operation }) => operation),
    )
    .some((operation) => expired.some((waiver) => coversOperation(waiver, operation)));
}

export function reportWaivers(decided: readonly ReportRequirement[], run: RunRecord): ReportWaiver[] {
  return (run.header.waivers ?? []).map((waiver) => {
    const { requirement } = waiver;
    const record = run.requirements.get(requirement);
    const verdict = decided.find(({ id }) => id === requirement)?.verdict ?? 'skipped';
    const findings = isViolated(verdict) ? (record?.findings ?? []) : [];
    const operations = findings.map(({ smallest }) => operationOfNumber(smallest.exchange, run.exchanges));
    const isWhole = sendsEverything(requirement, run);
    return { ...waiver, ...waiverOutcome(waiver, { verdict, operations, isWhole }, run.header) };
  });
}

/** Whether a run sent every case of a requirement, and all others that might show a violation of it. */
function sendsEverything(requirement: string, { header, finished, requirements }: RunRecord): boolean {
  const isOfAll =
    header.kind === undefined &&
    header.effort !== 'smoke' &&
    header.readOnly !== true &&
    finished?.interrupted === null;
  const selected = new Set(header.selected);
  const leftOut = requirements.get(requirement)?.finished.at(-1)?.casesLeftOut ?? 0;
  return isOfAll && catalogueIds.every((id) => selected.has(id) || isOptional(id)) && leftOut === 0;
}

const catalogueIds = catalogue.map(({ id }) => id);

/** Requirements for which a run needs a further key. */
function isOptional(id: string): boolean {
  return id.startsWith('quota/') || id === 'auth/revoked-key';
}
