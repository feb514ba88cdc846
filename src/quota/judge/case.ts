import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Explanation, KeyTrace } from './explanation.ts';
import type { Notes } from './notes.ts';
import type { QuotaFigures } from './quota-figures.ts';

/** One key of the plan, with its trace. */
export interface JudgedKey {
  readonly key: number;
  readonly trace: KeyTrace;
  /** Whether `Remaining` went down by more than this key's own requests: somebody else seems to draw on it. */
  readonly drawnOnByOthers: boolean;
}

/** Everything that the single judges look at. */
export interface Case {
  readonly timeline: Timeline;
  readonly plan: PlanUnderTest;
  /** The quota of the minute. */
  readonly figures: QuotaFigures;
  readonly keys: readonly JudgedKey[];
  readonly explanations: readonly Explanation[];
  readonly clock: QuotaJudgement['clock'];
  readonly notes: Notes;
}

/** Why what holds only for a key of the run's own can't be told. */
export const drawnOn =
  'somebody else seems to draw on the key: X-RateLimit-Remaining went down by more than what was sent; give a key that nothing else uses';

/** `1 request`, `2 requests`. */
export function requests(count: number): string {
  return count === 1 ? '1 request' : `${count} requests`;
}

/** `a minute`, or `2.5 s` where the target's is another. */
export function windowText(windowMs: number): string {
  return windowMs === 60_000 ? 'a minute' : `${windowMs / 1000} s`;
}
