import { changed, type LimiterKind } from './limiter.ts';

/**
 * The same kind by a clock that moves on so many times a window, from one upwards; no whole number is needed. What it
 * announces comes with a step too.
 *
 * @param mostLateMs a timer that begins each step is late by up to so much
 */
export const inSteps = (kind: LimiterKind, steps: number, mostLateMs = 0): LimiterKind =>
  changed(kind, (inner, _limit, windowMs) => {
    const stepMs = windowMs / steps;
    const stepOf = (atMs: number): number => {
      const step = Math.floor(atMs / stepMs);
      const lateMs = Math.min(mostLateMs, stepMs / 2) * shareOf(step);
      return (atMs < step * stepMs + lateMs ? step - 1 : step) * stepMs;
    };
    const upTo = (ms: number): number => Math.ceil(ms / stepMs - 1e-9) * stepMs;
    return {
      admits: (atMs) => inner.admits(stepOf(atMs)),
      charge: (atMs) => inner.charge(stepOf(atMs)),
      refuse: (atMs) => inner.refuse(stepOf(atMs)),
      outlook: (atMs) => {
        const { resetMs, retryMs, ...figures } = inner.outlook(stepOf(atMs));
        return {
          ...figures,
          resetMs: Math.max(atMs, upTo(resetMs)),
          retryMs: Math.max(atMs, upTo(retryMs)),
        };
      },
    };
  });

/** Another share for each step, the same each time it is asked for. */
function shareOf(step: number): number {
  const mixed = Math.sin(step * 12.9898) * 43_758.5453;
  return mixed - Math.floor(mixed);
}
