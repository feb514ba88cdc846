import { KeyLedger } from '../quota/judge/key-ledger.ts';
import { allowanceOf } from '../quota/judge/limiter-model.ts';
import { isExplained, refusalsOnly } from '../quota/judge/permitted-limiters.ts';
import { limitersInSteps } from '../quota/judge/stepped-limiters.ts';
import { ascending } from '../quota/judge/times.ts';
import { noFigures } from '../quota/refusal-fields.ts';
import type { TimelineEntry } from '../quota/timeline.ts';

/** The stated plan of a key that no other client uses. */
export interface OwnPlan {
  readonly perMinute: number;
  readonly minuteMs: number;
}

/** The number of windows after which no limiter remembers a request. */
const rememberedWindows = 4;
/** The number of requests that are kept before old ones are dropped. */
const leastTrimmed = 10_000;

/**
 * Decides whether a permitted limiter could have returned a 429, from the times of all requests with the key. Other
 * clients may have used the key before the first one, unless the quota was announced as full.
 */
export class RefusalJudge {
  readonly #plan: OwnPlan;
  #start: 'full' | 'unknown';
  #sent: number[] = [];
  #answered: number[] = [];
  #trimmedAt = leastTrimmed;

  /** @param fullAtStart whether the service announced a full quota at time 0 */
  constructor(plan: OwnPlan, fullAtStart: boolean) {
    this.#plan = plan;
    this.#start = fullAtStart ? 'full' : 'unknown';
  }

  sent(atMs: number): void {
    this.#sent.push(atMs);
  }

  answered(atMs: number): void {
    this.#answered.push(atMs);
    if (this.#answered.length > this.#trimmedAt) {
      this.#trim(atMs);
    }
  }

  /**
   * Whether a 429 to a request sent at `sentAtMs` was within the allowance for every permitted limiter. Call it before
   * `answered`.
   */
  isUnexplained(sentAtMs: number, answeredAtMs: number): boolean {
    const { perMinute, minuteMs } = this.#plan;
    // Without the refused request. Only the order of each matters, so the first response counts as that of the first.
    const sent = this.#sent.toSorted(ascending).slice(0, -1);
    const answered = this.#answered.toSorted(ascending);
    const recent = sent.filter((_, at) => (answered[at] ?? answeredAtMs) >= sentAtMs - minuteMs);
    if (recent.length >= perMinute) {
      return false;
    }
    const requests = sent.map((atMs, at) => entry(atMs, Math.max(atMs, answered[at] ?? answeredAtMs), 200));
    const ledger = new KeyLedger(
      [...requests, entry(sentAtMs, answeredAtMs, 429)],
      ({ status }) => (status === 429 ? 'refused' : 'admitted'),
      this.#plan,
      this.#start,
    );
    const counters = [{ ledger, labels: [], movesWithUse: false }];
    const allowance = allowanceOf(perMinute, minuteMs);
    return (
      !isExplained(counters, allowance, refusalsOnly) &&
      !isExplained(counters, allowance, refusalsOnly, limitersInSteps)
    );
  }

  #trim(nowMs: number): void {
    const fromMs = nowMs - rememberedWindows * this.#plan.minuteMs;
    const answered = this.#answered.toSorted(ascending);
    const forgotten = answered.filter((atMs) => atMs < fromMs).length;
    if (forgotten > 0) {
      this.#answered = answered.slice(forgotten);
      this.#sent = this.#sent.toSorted(ascending).slice(forgotten);
      this.#start = 'unknown';
    }
    this.#trimmedAt = Math.max(leastTrimmed, 2 * this.#answered.length);
  }
}

function entry(sentAtMs: number, answeredAtMs: number, status: number): TimelineEntry {
  return {
    exchange: 0,
    key: 1,
    connection: 0,
    operation: 'listPets',
    phase: 'burst',
    sentAtMs,
    answeredAtMs,
    status,
    page: false,
    place: 0,
    ...noFigures,
  };
}
