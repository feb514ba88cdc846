import { coversOperation, isExpired, isFor } from '../waivers/waiver-cover.ts';
import { waiverOutcome } from '../waivers/waiver-outcome.ts';
import { isViolated } from './by-verdict.ts';
import type { Decision } from './decide.ts';
import type { MergedFinding } from './merged-finding.ts';
import { operationOfNumber } from './operation-counts.ts';
import type { ReportFinding, ReportRequirement, ReportWaiver } from './report.ts';
import type { RunRecord } from './run-record.ts';

/** The index of the waiver that covers a finding, or `null`. Findings of several operations were told apart. */
export function waiverOf(requirement: string, { smallest }: MergedFinding, run: RunRecord): number | null {
  return run.waivers.covering(requirement, operationOfNumber(smallest.exchange, run.exchanges));
}

/** The decision on a violated requirement, `waived` where every finding of it is covered. */
export function waivedDecision(
  decision: Decision,
  coveredBy: readonly (number | null)[],
  run: RunRecord,
): Decision {
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

/** Whether a waiver that is expired speaks of one of the findings that no other one covers. */
export function isExpiredFor(
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
    .flatMap(({ operations = [] }) =>
      operations.length === 0 ? [null] : operations.map(({ operation }) => operation),
    )
    .some((operation) => expired.some((waiver) => coversOperation(waiver, operation)));
}

/** The waivers of a run, each with what came of it. */
export function reportWaivers(decided: readonly ReportRequirement[], run: RunRecord): ReportWaiver[] {
  return (run.header.waivers ?? []).map((waiver) => {
    const { requirement, operation, target, reason, owner, link, expires, source } = waiver;
    const record = run.requirements.get(requirement);
    const verdict = decided.find(({ id }) => id === requirement)?.verdict ?? 'skipped';
    const findings = isViolated(verdict) ? [...(record?.findings.values() ?? [])] : [];
    const operations = findings.map(({ smallest }) => operationOfNumber(smallest.exchange, run.exchanges));
    const outcome = waiverOutcome(waiver, { verdict, operations }, run.header);
    return {
      requirement,
      operation,
      target,
      reason,
      owner,
      link,
      expires,
      source,
      state: outcome.state,
      note: outcome.note,
      findings: outcome.findings,
    };
  });
}
