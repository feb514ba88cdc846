import { alignedWindow } from './aligned-window.ts';
import { anchoredWindow } from './anchored-window.ts';
import { type Explanation, explainsAll, type KeyTrace, type LimiterModel } from './explanation.ts';
import type { QuotaFigures } from './quota-figures.ts';
import { slidingCounter } from './sliding-counter.ts';
import { slidingLog } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';

/** Every limiter that a conforming service may have. */
const models: readonly LimiterModel[] = [
  alignedWindow,
  anchoredWindow,
  slidingLog,
  slidingCounter,
  tokenBucket,
];

/** What each permitted limiter says of the traces of a plan's keys. */
export function explain(traces: readonly KeyTrace[], figures: QuotaFigures): Explanation[] {
  return models.map((model) => model(traces, figures));
}

/** Whether some permitted limiter explains the traces in full. */
export function isExplained(explanations: readonly Explanation[]): boolean {
  return explanations.some(explainsAll);
}
