import { inSteps } from '../quota/simulation/limiters/coarse-clock.ts';
import { gcra, type LimiterKind, slidingLog } from '../quota/simulation/limiters/limiter.ts';
import { alignedWindow, anchoredWindow, tokenBucket } from '../quota/simulation/limiters/permitted.ts';
import { segmentedCounter } from '../quota/simulation/limiters/sliding-counter.ts';

/** The permitted limiters that advance in steps, by the number of steps per window. */
export const steppedLimiters: Readonly<Record<string, (steps: number) => LimiterKind>> = {
  'token bucket': (steps) => inSteps(tokenBucket, steps),
  GCRA: (steps) => inSteps(gcra, steps),
  'sliding log': (steps) => inSteps(slidingLog, steps),
  'sliding counter': segmentedCounter,
};

/** The limiters that the document permits. */
export const permittedLimiters: Readonly<Record<string, LimiterKind>> = {
  'fixed window, aligned': alignedWindow,
  'fixed window, anchored': anchoredWindow,
  'sliding log': slidingLog,
  'sliding counter': segmentedCounter(1),
  'token bucket': tokenBucket,
  'token bucket, refilled each second': inSteps(tokenBucket, 60),
  GCRA: gcra,
};
