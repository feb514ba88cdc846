import { headerValue, pairs } from '../exchange/headers.ts';
import type { LoadAnswer } from '../load/load-engine.ts';
import { RefusalJudge } from '../load/refusal-judge.ts';
import { numberText } from '../report/words.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LoadOptions } from './load-options.ts';

/**
 * Judges the 429s of a load. If no other client uses the key (`--quota-key`), one that no permitted limiter explains is
 * a finding; otherwise they are only counted.
 */
export class RefusalWatch {
  readonly #judge: RefusalJudge | null;
  readonly #limit: string;
  readonly #options: LoadOptions;
  #refused = 0;
  #flagged = 0;

  /** @param fullAtStart whether the service announced a full quota when the load was prepared */
  constructor(options: LoadOptions, fullAtStart: boolean) {
    const { plan, planLimits, minuteMs, ownKey } = options;
    const limit = plan === null ? undefined : planLimits[plan];
    this.#options = options;
    this.#limit = String(limit?.perMinute ?? '');
    this.#judge =
      limit === undefined || !ownKey
        ? null
        : new RefusalJudge({ perMinute: limit.perMinute, minuteMs }, fullAtStart);
  }

  sent(atMs: number): void {
    this.#judge?.sent(atMs);
  }

  answered({ finishedAtMs, status }: LoadAnswer): void {
    this.#judge?.answered(finishedAtMs);
    this.#refused += status === 429 ? 1 : 0;
  }

  /**
   * The finding of a 429 within the allowance, or `null`. Call it before `answered`. Only the first 429 of a load is
   * judged, because later ones may be a penalty or a ban. It must concern the limit per minute, because earlier use of
   * the daily limit is unknown.
   */
  judge(answer: LoadAnswer): Finding | null {
    const { sentAtMs, finishedAtMs, headers } = answer;
    const limit = headerValue(pairs(headers), 'X-RateLimit-Limit')?.trim();
    if (this.#judge === null || this.#refused > 0 || limit !== this.#limit) {
      return null;
    }
    if (!this.#judge.isUnexplained(sentAtMs, finishedAtMs)) {
      return null;
    }
    this.#flagged += 1;
    return {
      requirement: 'quota/fully-granted',
      kind: 'refused-under-load',
      message: 'A request within the limit of the plan was refused with 429 under load',
      expected: `a served request: fewer than ${this.#limit} were sent in the minute before, and in those before that`,
      actual: '429',
      exchange: answer.number,
      related: [],
    };
  }

  get notes(): readonly string[] {
    if (this.#refused === 0 || this.#flagged > 0) {
      return [];
    }
    const why = this.#options.beyondLimit
      ? 'the load was allowed to exceed the limit of the key'
      : this.#judge === null
        ? 'others may use the key, so they are counted, not judged (pass --quota-key PLAN=KEY to judge them)'
        : 'a permitted limiter may refuse these';
    return [`429 responses: ${numberText(this.#refused)}; ${why}.`];
  }
}
