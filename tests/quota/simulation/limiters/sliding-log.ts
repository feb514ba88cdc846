import { slidingLog as log } from '../../../../reference-impl/quota-kinds/sliding-log.ts';
import { changed, ofReference } from './limiter.ts';

/** The admitted requests of the last `windowMs` count; it resets when the first of them no longer does. */
export const slidingLog = ofReference(log);

/** The same, which resets when the last of them no longer counts. */
export const slidingLogUntilNewest = changed(slidingLog, (inner, _limit, windowMs) => {
  let newestMs = Number.NEGATIVE_INFINITY;
  return {
    charge: (atMs) => {
      inner.charge(atMs);
      newestMs = atMs;
    },
    outlook: (atMs) => ({ ...inner.outlook(atMs), resetMs: Math.max(atMs, newestMs + windowMs) }),
  };
});

/** The refused requests of the last `windowMs` count too. */
export const slidingLogOfAttempts = changed(slidingLog, (inner) => ({ refuse: inner.charge }));
