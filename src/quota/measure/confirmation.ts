import type { QuotaFinding, QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline } from '../timeline.ts';
import type { Bench } from './bench.ts';
import { measureKey } from './measure-key.ts';

export type Judge = (timeline: Timeline, plan: PlanUnderTest) => QuotaJudgement;

/** The number of windows without a request after which every quota is full, whatever happened before. */
const silentWindows = 2.1;

/** The offset to the first measurement, as a share of a window, so that steps of a limiter differ in both. */
const shift = 0.13;

/** Whether a result needs confirmation before it is reported. */
export function restsOnTiming({ findings }: QuotaJudgement): boolean {
  return findings.some((finding) => finding.restsOnTiming);
}

/** The result of a second measurement with `key`, and with another key if `first` concerns both. */
export async function seenAgain(
  bench: Bench,
  key: number,
  judge: Judge,
  first: readonly QuotaFinding[],
): Promise<readonly QuotaFinding[]> {
  const { timeline, plan } = bench;
  const neighbour = first.some(
    (finding) => finding.restsOnTiming && finding.requirement === 'quota/isolated-between-keys',
  );
  await silence(bench, neighbour ? [key, ...plan.keys] : [key]);
  const from = timeline.length;
  bench.expectedEndMs = bench.wire.now() + 2.25 * plan.minuteMs;
  await measureKey(bench, key, { neighbour, apartMs: apartMs(first, plan) });
  return judge(timeline.slice(from), plan).findings;
}

/**
 * `Retry-After` is rounded up to seconds. If the first request of a window precedes the others by more than that, it
 * announces when that one is forgotten, and other counted requests show.
 */
function apartMs(first: readonly QuotaFinding[], { minuteMs }: PlanUnderTest): number {
  const isOfRetry = first.some(({ requirement, restsOnTiming }) => {
    return restsOnTiming && requirement === 'quota/retry-after-honest';
  });
  return isOfRetry ? Math.min(1_100, minuteMs / 8) : 0;
}

/** Waits until the quotas of these keys are full, and independent of all earlier requests. */
async function silence(bench: Bench, keys: readonly number[]): Promise<void> {
  for (const key of keys) {
    const last = bench.lastAnswered(key);
    if (last !== null) {
      const atMs = last.answeredAtMs;
      const spanMs = silentMs(bench, atMs);
      bench.expectedEndMs = Math.max(bench.expectedEndMs, atMs + spanMs + 2.25 * bench.plan.minuteMs);
      await bench.waitOut(
        atMs,
        spanMs,
        'findings that depend on timing are measured again, from a full quota',
      );
    }
  }
}

/** The pause from a time until a window that is shifted against the first: more than two windows. */
function silentMs({ plan, timeline }: Bench, fromMs: number): number {
  const windows = silentWindows + (fromMs - (timeline[0]?.sentAtMs ?? fromMs)) / plan.minuteMs;
  return (silentWindows + ((1 + shift - (windows % 1)) % 1)) * plan.minuteMs;
}

/** Drops the findings that rest on timing and were not seen again. */
export function confirmed(
  judgement: QuotaJudgement,
  first: readonly QuotaFinding[],
  again: readonly QuotaFinding[],
): QuotaJudgement {
  const stands = (finding: QuotaFinding) =>
    !finding.restsOnTiming || (isAmong(finding, first) && isAmong(finding, again));
  const dropped = judgement.findings.filter((finding) => !stands(finding));
  return withoutFindings(judgement, dropped, 'seen once, but not in a second measurement');
}

/** Drops findings; their requirements become undecided unless violated otherwise. */
export function withoutFindings(
  judgement: QuotaJudgement,
  dropped: readonly QuotaFinding[],
  why: string,
): QuotaJudgement {
  const findings = judgement.findings.filter((finding) => !dropped.includes(finding));
  const requirements = [...new Set(dropped.map(({ requirement }) => requirement))].filter(
    (requirement) => !findings.some((finding) => finding.requirement === requirement),
  );
  const undecided = requirements.map((requirement) => {
    const example = dropped.find((finding) => finding.requirement === requirement);
    return { requirement, reason: `${why}: ${example?.message ?? 'a deviation'}` };
  });
  const isDropped = ({ requirement }: { readonly requirement: string }) => requirements.includes(requirement);
  const others = judgement.undecided.filter((row) => !isDropped(row));
  return {
    ...judgement,
    findings,
    supported: judgement.supported.filter((row) => !isDropped(row)),
    undecided: [
      ...others.map((row) => (requirements.includes(row.violated ?? '') ? unsettled(row, why) : row)),
      ...undecided,
    ],
  };
}

/** The undecided requirements that refer to a violation which is no longer reported. */
function unsettled({ requirement, violated }: QuotaJudgement['undecided'][number], why: string) {
  return { requirement, reason: `it depends on ${violated}, where a deviation was ${why}` };
}

function isAmong(finding: QuotaFinding, findings: readonly QuotaFinding[]): boolean {
  return findings.some(
    ({ requirement, kind }) => requirement === finding.requirement && kind === finding.kind,
  );
}
