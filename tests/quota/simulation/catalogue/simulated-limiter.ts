import { alignedWindow, anchoredWindow } from '../limiters/fixed-window.ts';
import { type LimiterKind, slidingLog } from '../limiters/limiter.ts';
import { slidingCounter } from '../limiters/sliding-counter.ts';
import { tokenBucket } from '../limiters/token-bucket.ts';
import type { Random } from '../random.ts';
import type { Service } from '../service/service.ts';

/** What a service sells, and chance for whatever it leaves to chance. */
export interface SoldPlan {
  readonly perMinute: number;
  readonly perDay: number;
  readonly minuteMs: number;
  readonly dayMs: number;
  readonly random: Random;
}

/** A service of its own for one run. */
export interface SimulatedService {
  readonly service: Service;
  /** Whether what is wrong with it happened in this run. */
  readonly faultHappened: () => boolean;
}

/** A limiter of the catalogue. */
export interface SimulatedLimiter {
  /** Stable: a row of the results. */
  readonly name: string;
  readonly begin: (plan: SoldPlan) => SimulatedService;
}

/** A broken limiter, and the requirements that it violates. */
export interface BrokenLimiter extends SimulatedLimiter {
  /** Requirements of which one has to be reported. */
  readonly reported: readonly string[];
  /** Requirements that may be reported as well. */
  readonly alsoReported: readonly string[];
  /** Whether it shows only where the figure of the day is measured. */
  readonly dayQuota: boolean;
  /** How many keys of the plan are given. */
  readonly keys: 'one' | 'two' | 'any';
  /** Why it can't be caught, or not every time; `null` where it is caught in 98 of 100 runs at 60 a minute. */
  readonly undecidable: string | null;
}

/** The kinds on which faults are tried. */
export const kinds = {
  'fixed window by the clock': alignedWindow,
  'fixed window from the first request': anchoredWindow,
  'sliding log': slidingLog,
  'sliding counter': slidingCounter,
  'token bucket': tokenBucket,
} as const satisfies Record<string, LimiterKind>;
