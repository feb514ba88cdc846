import { isViolated, requirementsOf } from '../report/by-verdict.ts';
import { sane, saneCount } from '../report/picture/decimate.ts';
import type { Report, ReportRequirement, RunVerdict } from '../report/report.ts';
import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';

/** One report as a trend keeps it: hundreds of whole reports would not fit into memory. */
export interface TrendRun {
  /** The folder of the report below the one that was searched. */
  readonly name: string;
  /** The relative link to its page, or `null`. */
  readonly page: string | null;
  readonly target: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly kind: 'run' | 'load' | 'judge';
  readonly effort: string;
  readonly seed: number;
  readonly tag: string;
  readonly requests: number;
  readonly suite: string;
  readonly verdict: RunVerdict;
  readonly interrupted: string | null;
  /** MUST requirements that hold, of all in the catalogue of that run. */
  readonly mustHeld: number;
  readonly mustAll: number;
  readonly requirements: readonly TrendVerdict[];
  readonly responseMs: ResponseTimes | null;
  readonly load: LoadFigures | null;
  readonly planLimits: readonly PlanLimitFigures[];
}

export interface TrendVerdict {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdict: RequirementVerdict;
  /** The first finding if it is violated, otherwise empty. */
  readonly text: string;
}

/** Times until the response headers of the exchanges that a report holds, in ms. */
export interface ResponseTimes {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
}

export interface LoadFigures {
  /** Responses per second. */
  readonly achievedRate: number;
  readonly p50: number | null;
  readonly p99: number | null;
}

export interface PlanLimitFigures {
  readonly plan: string;
  readonly perMinute: number;
  readonly requests: number;
  readonly admitted: number;
  readonly refused: number;
  /** The most requests that were admitted within one minute of the service. */
  readonly mostAdmitted: number;
}

/** The data of a report in a trend. */
export function trendRunOf(report: Report, name: string, page: string | null): TrendRun {
  const { run, tool, verdict, interrupted, counts } = report;
  return {
    name,
    page,
    target: targetOf(report),
    startedAt: new Date(run.startedAt).toISOString(),
    durationMs: saneCount(run.durationMs),
    kind: run.kind ?? 'run',
    effort: run.effort,
    seed: run.seed,
    tag: run.tag,
    requests: saneCount(run.requests),
    suite: tool.version,
    verdict,
    interrupted,
    mustHeld: counts.MUST.passed,
    mustAll: requirementsOf(report, 'MUST'),
    requirements: report.requirements.map(trendVerdict),
    responseMs: responseTimes(report),
    load: loadFigures(report),
    planLimits: report.planLimits.map(planLimitFigures),
  };
}

/** From this port on, operating systems choose ports: such a port names no service. */
const firstFreePort = 32_768;
const onThisMachine = /^(https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])):(\d{1,5})(?=\/|$)/i;

export const reference = 'the reference implementation';

function targetOf({ run, target }: Report): string {
  return run.argv?.target === '--reference' ? reference : targetName(target.baseUrl);
}

/** A base URL without a port that the operating system chose. */
export function targetName(baseUrl: string): string {
  return baseUrl.replace(onThisMachine, (whole, origin: string, port: string) =>
    Number(port) >= firstFreePort ? `${origin}:*` : whole,
  );
}

function trendVerdict({ id, group, level, statement, verdict, findings }: ReportRequirement): TrendVerdict {
  const text = isViolated(verdict) ? (findings[0]?.message ?? '') : '';
  return { id, group, level, statement, verdict, text };
}

function responseTimes({ exchanges }: Report): ResponseTimes | null {
  const times = exchanges
    .flatMap(({ sentAtMs, headersAtMs }) => (headersAtMs === null ? [] : [headersAtMs - sentAtMs]))
    .filter((ms) => Number.isFinite(ms) && ms >= 0)
    .sort((left, right) => left - right);
  const at = (share: number) => times[Math.ceil(share * times.length) - 1] ?? 0;
  return times.length === 0 ? null : { count: times.length, p50: at(0.5), p95: at(0.95) };
}

function loadFigures({ load }: Report): LoadFigures | null {
  if (load === null) {
    return null;
  }
  const { achievedRate, latency } = load;
  const percentile = (name: string) => {
    const ms = latency.percentilesMs[name];
    return ms === undefined || latency.count === 0 ? null : sane(ms);
  };
  return { achievedRate: sane(achievedRate), p50: percentile('50'), p99: percentile('99') };
}

function planLimitFigures(record: PlanLimitRecord): PlanLimitFigures {
  const { plan, perMinute, requests, admitted, refused } = record;
  return { plan, perMinute, requests, admitted, refused, mostAdmitted: mostWithinMinute(record) };
}

/** Counts only steps that lie in one minute entirely, so it never counts too many. */
function mostWithinMinute({ steps, stepMs, minuteMs }: PlanLimitRecord): number {
  const inOrder = steps.toSorted((left, right) => left.atMs - right.atMs);
  let most = 0;
  let within = 0;
  let first = 0;
  for (const { atMs, admitted } of inOrder) {
    within += saneCount(admitted);
    for (let oldest = inOrder[first]; oldest !== undefined; oldest = inOrder[first]) {
      if (atMs + stepMs - oldest.atMs <= minuteMs || oldest.atMs === atMs) {
        break;
      }
      within -= saneCount(oldest.admitted);
      first += 1;
    }
    most = Math.max(most, within);
  }
  return most;
}
