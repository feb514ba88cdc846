import { isViolated, requirementsOf } from '../report/by-verdict.ts';
import type { Report } from '../report/report.ts';

/** One report as a history keeps it: hundreds of whole reports would not fit into memory. */
export type HistoryRun = ReturnType<typeof historyRunOf>;

/**
 * The data of a report in a history.
 *
 * @param name the folder of the report below the one that was searched
 * @param page the relative link to its page, or `null`
 */
export function historyRunOf(report: Report, name: string, page: string | null) {
  const { run, tool, verdict, interrupted, counts } = report;
  return {
    name,
    page,
    target: targetOf(report),
    /** ISO 8601 in UTC. */
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
    /** MUST requirements that hold, of all in the catalogue of that run. */
    mustHeld: counts.MUST.passed,
    mustAll: requirementsOf(report, 'MUST'),
    requirements: report.requirements.map(({ id, group, level, statement, verdict: held, findings }) => {
      const text = isViolated(held) ? (findings[0]?.message ?? '') : '';
      return { id, group, level, statement, verdict: held, text };
    }),
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
