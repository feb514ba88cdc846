import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import type { QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { burst, type Decide, free, inTurn, type Sent, traceOf } from './trace.ts';

export const minute = 60_000;
export const limit = 60;

/** Two windows of one key: as a measurement asks, but without waiting for what is announced. */
export function twoWindows(startMs: number, againMs: number): Sent[] {
  return [
    ...inTurn(startMs, 3),
    ...burst(startMs + 60, 80),
    ...inTurn(startMs + 2600, 1, 'trickle'),
    ...inTurn(startMs + 3700, 1, 'trickle'),
    ...inTurn(startMs + againMs, 1, 'retry'),
    ...burst(startMs + againMs + 30, 70),
  ];
}

/** The judgement of a limiter by what it decides. */
export function judged(
  decide: Decide,
  {
    sent = twoWindows(5000, 63_000),
    change = (_: TimelineEntry): Partial<TimelineEntry> => ({}),
    plan = free,
  } = {},
): QuotaJudgement {
  return judgeQuota(traceOf(sent, decide, change, plan), plan);
}

/** The requirements that are found to be violated, each once. */
export function reported({ findings }: QuotaJudgement): string[] {
  return [...new Set(findings.map(({ requirement }) => requirement))];
}
