import type { Finding } from '../verdict/finding.ts';
import type { ReportExchange } from './report.ts';

/** Findings of one requirement and kind: one deviation, seen again and again. */
export interface MergedFinding {
  /** The finding of the smallest exchange. */
  smallest: Finding;
  /** The exchanges that show it. */
  readonly exchanges: Set<number>;
}

/**
 * Adds a finding to those of its requirement.
 *
 * @param apart what else than its kind tells it from the others: empty where nothing does
 */
export function addFinding(
  findings: Map<string, MergedFinding>,
  finding: Finding,
  exchanges: ReadonlyMap<number, ReportExchange>,
  apart = '',
): void {
  const key = `${finding.kind}\n${apart}`;
  const merged = findings.get(key);
  if (merged === undefined) {
    findings.set(key, { smallest: finding, exchanges: new Set([finding.exchange]) });
    return;
  }
  merged.exchanges.add(finding.exchange);
  if (isSmaller(finding.exchange, merged.smallest.exchange, exchanges)) {
    merged.smallest = finding;
  }
}

/** The numbers of at most `maximum` exchanges that show it, the smallest first. */
export function smallestExchanges(
  finding: MergedFinding,
  exchanges: ReadonlyMap<number, ReportExchange>,
  maximum: number,
): number[] {
  const others = [...finding.exchanges]
    .filter((number) => number !== finding.smallest.exchange)
    .sort((left, right) => exampleSize(left, exchanges) - exampleSize(right, exchanges) || left - right);
  return [finding.smallest.exchange, ...others].slice(0, maximum);
}

function isSmaller(left: number, right: number, exchanges: ReadonlyMap<number, ReportExchange>): boolean {
  return exampleSize(left, exchanges) < exampleSize(right, exchanges);
}

/**
 * Characters that one must read to understand the request; of two alike the one in the documented form, with the
 * key, is simpler. An exchange that is not on record comes last.
 */
function exampleSize(number: number, exchanges: ReadonlyMap<number, ReportExchange>): number {
  const request = exchanges.get(number)?.request;
  return request === undefined
    ? Number.MAX_SAFE_INTEGER
    : request.target.length + (request.body?.length ?? 0) + (request.credential === 'api-key' ? 0 : 0.5);
}
