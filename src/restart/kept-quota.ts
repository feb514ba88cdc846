import { judgeQuota } from '../quota/judge/judge-quota.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import { Timeline } from '../quota/timeline.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';

/** Whether the limit of a key was granted again across a command. */
export interface KeptQuota extends Pick<AcrossPromise, 'outcome' | 'text'> {
  /** For a violation: the last request that was served, and the first one. */
  readonly evidence: { readonly last: number; readonly first: number; readonly served: string } | null;
  /** Whether a request near the end of the window could decide what is undecided. */
  readonly laterTells: boolean;
}

const ofExcess: readonly string[] = [
  'quota/never-exceeded',
  'quota/limit-enforced',
  'quota/shared-across-operations',
];

/**
 * Judges the requests of one key before and after a command on one timeline, as a measurement of plan limits is judged: a
 * violation only if no permitted limiter explains what was served on both sides.
 *
 * @param after the index of the first request after the command
 */
export function judgeKeptQuota(
  timeline: Timeline,
  after: number,
  given: PlanUnderTest,
  key: number,
): KeptQuota {
  const plan = { ...given, keys: [key], neighbour: false };
  const own = timeline.where((index) => timeline.key(index) === key && !timeline.cached(index));
  const before = own.filter((index) => index < after);
  const since = own.filter((index) => index >= after);
  const servedBefore = before.filter(timeline.served);
  const servedSince = since.filter(timeline.served);
  const lastBefore = servedBefore.at(-1);
  const [firstSince] = since;
  if (lastBefore === undefined || firstSince === undefined) {
    return open('the key was not served before the command, or nothing was sent after it');
  }
  if (since.every((index) => timeline.status(index) === 401)) {
    return open('the key is refused with 401 after the command');
  }
  const apartMs = timeline.answeredAtMs(firstSince) - timeline.sentAtMs(lastBefore);
  const windowText = `the window of ${seconds(plan.minuteMs)}`;
  if (apartMs > plan.minuteMs) {
    return untested(`${seconds(apartMs)} passed, longer than ${windowText}: a fresh quota is due`);
  }
  if (!before.some((index) => isRefusedAfter(timeline, index, lastBefore))) {
    return open('the quota could not be used up before the command');
  }
  if (exceeds(timeline, after, plan)) {
    return open('more was served than the plan grants before the command already');
  }
  const served = `${inWindow(timeline, servedBefore, lastBefore, plan)} served before and ${servedSince.length} after`;
  if (exceeds(timeline, timeline.length, plan)) {
    const last = servedSince.at(-1) ?? lastBefore;
    return {
      ...open(''),
      outcome: 'violated',
      text: served,
      evidence: { last, first: servedBefore[0] ?? lastBefore, served },
    };
  }
  if (servedSince.length < plan.perMinute && since.some((index) => timeline.status(index) === 429)) {
    return { ...open(''), outcome: 'held', text: `${served}, then 429, ${seconds(apartMs)} apart` };
  }
  return {
    ...open(`${served}, ${seconds(apartMs)} apart: the end of a window between them explains that as well`),
    laterTells: true,
  };
}

/** Whether more was served by the requests up to, not including, an index than any permitted limiter would. */
function exceeds(timeline: Timeline, end: number, plan: PlanUnderTest): boolean {
  return judgeQuota(new Timeline(timeline.entries(0, end)), plan).findings.some(
    ({ requirement, kind }) => ofExcess.includes(requirement) && !kind.startsWith('status-'),
  );
}

/** Whether a request was refused when the last one was served, or later. */
function isRefusedAfter(timeline: Timeline, index: number, last: number): boolean {
  return timeline.status(index) === 429 && timeline.answeredAtMs(index) >= timeline.sentAtMs(last);
}

/** The number of requests that were served within a window up to the last one. */
function inWindow(timeline: Timeline, served: readonly number[], last: number, plan: PlanUnderTest): number {
  const fromMs = timeline.answeredAtMs(last) - plan.minuteMs;
  return served.filter((index) => timeline.sentAtMs(index) >= fromMs).length;
}

function open(text: string): KeptQuota {
  return { outcome: 'undecided', text, evidence: null, laterTells: false };
}

function untested(text: string): KeptQuota {
  return { ...open(text), outcome: 'untested' };
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
