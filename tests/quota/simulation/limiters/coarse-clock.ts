import type { Limiter, LimiterKind } from './limiter.ts';

/** Asks a limiter by a clock that stands still for a step; what it announces comes with a step too. */
class CoarseClock implements Limiter {
  readonly #inner: Limiter;
  readonly #stepMs: number;
  /** A timer that begins each step is late by up to so much, in ms. */
  readonly #mostLateMs: number;

  constructor(inner: Limiter, stepMs: number, mostLateMs: number) {
    this.#inner = inner;
    this.#stepMs = stepMs;
    this.#mostLateMs = mostLateMs;
  }

  admits(atMs: number): boolean {
    return this.#inner.admits(this.#step(atMs));
  }

  charge(atMs: number): void {
    this.#inner.charge(this.#step(atMs));
  }

  refuse(atMs: number): void {
    this.#inner.refuse(this.#step(atMs));
  }

  outlook(atMs: number): ReturnType<Limiter['outlook']> {
    const { resetMs, retryMs, ...figures } = this.#inner.outlook(this.#step(atMs));
    return {
      ...figures,
      resetMs: Math.max(atMs, this.#upTo(resetMs)),
      retryMs: Math.max(atMs, this.#upTo(retryMs)),
    };
  }

  copy(): Limiter {
    return new CoarseClock(this.#inner.copy(), this.#stepMs, this.#mostLateMs);
  }

  #step(atMs: number): number {
    const step = Math.floor(atMs / this.#stepMs);
    const lateMs = Math.min(this.#mostLateMs, this.#stepMs / 2) * shareOf(step);
    return (atMs < step * this.#stepMs + lateMs ? step - 1 : step) * this.#stepMs;
  }

  #upTo(ms: number): number {
    return Math.ceil(ms / this.#stepMs - 1e-9) * this.#stepMs;
  }
}

/** The same kind by a clock that moves on so many times a window, from one upwards; no whole number is needed. */
export const inSteps =
  (kind: LimiterKind, steps: number, mostLateMs = 0): LimiterKind =>
  (limit, windowMs) =>
    new CoarseClock(kind(limit, windowMs), windowMs / steps, mostLateMs);

/** Another share for each step, the same each time it is asked for. */
function shareOf(step: number): number {
  const mixed = Math.sin(step * 12.9898) * 43_758.5453;
  return mixed - Math.floor(mixed);
}
