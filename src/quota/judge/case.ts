import { greatest, rollups } from 'd3-array';
import type { ClockBounds } from '../../exchange/server-clock.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline } from '../timeline.ts';
import { entriesOf } from './entries.ts';
import type { Allowance, Counter, LimiterModel } from './limiter-model.ts';
import type { Notes } from './notes.ts';

/** One key of the plan and its use. */
export interface JudgedKey extends Counter {
  readonly key: number;
  /** Whether another client seems to use it. */
  readonly hasOtherUsers: boolean;
}

/**
 * The result of the decisions on all requests. `explained`: a permitted limiter makes these decisions. `in steps`: only
 * one that refills in steps does, which has other explanations too. `exceeded`: more was admitted than any could, even
 * if other clients use the keys. `exceeded-alone`: more than any could that refuses what was refused. `refused-early`:
 * none would have refused what was refused. `unclear`: none makes these decisions, and the direction of the error is
 * unknown. `other-status`: refusals have another status than 429.
 */
export type Decisions =
  | 'explained'
  | 'in steps'
  | 'exceeded'
  | 'exceeded-alone'
  | 'refused-early'
  | 'unclear'
  | 'other-status';

/** The measurement of one plan, as every judge reads it. */
export interface Case {
  readonly timeline: Timeline;
  readonly plan: PlanUnderTest;
  readonly allowance: Allowance;
  readonly keys: readonly JudgedKey[];
  readonly clock: ClockBounds | null;
  readonly decisions: Decisions;
  /** The kinds of limiters that explain all decisions. */
  readonly explainedBy: readonly LimiterModel[];
  readonly notes: Notes;
}

/** Why requirements that depend on a dedicated key can't be decided. */
export const otherUsers =
  'X-RateLimit-Remaining went down by more than this run sent, so something else may use the key: pass a key that nothing else uses';

/** Whether only fixed windows explain the measurement. */
export function isFixedWindow({ explainedBy }: Pick<Case, 'explainedBy'>): boolean {
  return explainedBy.length > 0 && explainedBy.every(({ announcesEnd }) => announcesEnd);
}

/** `1 request`, `2 requests`. */
export function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}

/** `800 ms`, `2.5 s`. */
export function spanText(ms: number): string {
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}

/** `a minute`, or `2.5 s` for another length of the target's minute. */
export function windowText(windowMs: number): string {
  return windowMs === 60_000 ? 'a minute' : spanText(windowMs);
}

/** Sentences with full stops between them; empty ones are left out. */
export function sentences(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('. ');
}

/** Why the limit was not reached: how many requests were served, and what most of the others got. */
export function limitNotReached({ keys, plan, timeline }: Case): string {
  const most = Math.max(0, ...keys.map(({ ledger }) => ledger.admitted.sent.length));
  const others = entriesOf(timeline, plan.keys)
    .map(({ status, page }) => otherAnswer(status, page))
    .filter((answer) => answer !== null);
  const [usual = ''] =
    greatest(
      rollups(others, ({ length }) => length, String),
      ([, count]) => count,
    ) ?? [];
  const beside = others.length === 0 ? '' : `, ${others.length} got mostly ${usual}`;
  return `the limit was not reached: ${requests(most)} served${beside}; the plan grants ${plan.perMinute} in ${windowText(plan.minuteMs)}: run again when all are served, and from a machine near enough to send so many in that time`;
}

/** A server error, a web page or no response; `null` for what the measurement asked for. */
function otherAnswer(status: number, page: boolean): string | null {
  if (page) {
    return 'a web page';
  }
  if (status === 0) {
    return 'no response';
  }
  const isExpected = status < 300 || status === 400 || status === 404 || status === 429;
  return isExpected ? null : `status ${status}`;
}
