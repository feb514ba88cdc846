import { isViolated, requirementsOf } from '../report/by-verdict.ts';
import type { Report, ReportRequirement, RunVerdict } from '../report/report.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';

/** One report as a history keeps it: hundreds of whole reports would not fit into memory. */
export interface HistoryRun {
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
  readonly requirements: readonly HistoryVerdict[];
}

export interface HistoryVerdict {
  readonly id: string;
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly verdict: RequirementVerdict;
  /** The first finding if it is violated, otherwise empty. */
  readonly text: string;
}

/** The data of a report in a history. */
export function historyRunOf(report: Report, name: string, page: string | null): HistoryRun {
  const { run, tool, verdict, interrupted, counts } = report;
  return {
    name,
    page,
    target: targetOf(report),
    startedAt: new Date(run.startedAt).toISOString(),
    durationMs: run.durationMs,
    kind: run.kind ?? 'run',
    effort: run.effort,
    seed: run.seed,
    tag: run.tag,
    requests: run.requests,
    suite: tool.version,
    verdict,
    interrupted,
    mustHeld: counts.MUST.passed,
    mustAll: requirementsOf(report, 'MUST'),
    requirements: report.requirements.map(historyVerdict),
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

function historyVerdict({
  id,
  group,
  level,
  statement,
  verdict,
  findings,
}: ReportRequirement): HistoryVerdict {
  const text = isViolated(verdict) ? (findings[0]?.message ?? '') : '';
  return { id, group, level, statement, verdict, text };
}
