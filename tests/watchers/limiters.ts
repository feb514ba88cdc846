/** What a limiter says of one request. */
export interface Ruling {
  readonly admitted: boolean;
  readonly remaining: number;
}

/** A limiter in virtual time, in ms. */
export interface Limiter {
  take(now: number): Ruling;
  /** Gives back what a refused request was charged. */
  refund(now: number): void;
}

class FixedWindow implements Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #startAt: (now: number, end: number) => number;
  #end = Number.NEGATIVE_INFINITY;
  #used = 0;

  constructor(limit: number, windowMs: number, startAt: (now: number, end: number) => number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
    this.#startAt = startAt;
  }

  take(now: number): Ruling {
    if (now >= this.#end) {
      this.#end = this.#startAt(now, this.#end) + this.#windowMs;
      this.#used = 0;
    }
    const admitted = this.#used < this.#limit;
    this.#used += admitted ? 1 : 0;
    return { admitted, remaining: this.#limit - this.#used };
  }

  refund(now: number): void {
    if (now < this.#end) {
      this.#used = Math.max(0, this.#used - 1);
    }
  }
}

class SlidingLog implements Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  #times: number[] = [];

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  take(now: number): Ruling {
    const kept = this.#times.findIndex((time) => time > now - this.#windowMs);
    this.#times.splice(0, kept === -1 ? this.#times.length : kept);
    const admitted = this.#times.length < this.#limit;
    if (admitted) {
      this.#times.push(now);
    }
    return { admitted, remaining: this.#limit - this.#times.length };
  }

  refund(): void {
    this.#times.pop();
  }
}

/** The counts of the newest segments, plus that of the one before, weighted by its share of the window. */
class SlidingCounter implements Limiter {
  readonly #limit: number;
  readonly #segments: number;
  readonly #segmentMs: number;
  #current = 0;
  /** The number of admitted requests per segment. */
  #counts: readonly { readonly segment: number; readonly count: number }[] = [];

  constructor(limit: number, windowMs: number, segments: number) {
    this.#limit = limit;
    this.#segments = segments;
    this.#segmentMs = windowMs / segments;
  }

  take(now: number): Ruling {
    this.#current = Math.floor(now / this.#segmentMs);
    const oldest = this.#current - this.#segments;
    this.#counts = this.#counts.filter(({ segment }) => segment >= oldest);
    const share = this.#current + 1 - now / this.#segmentMs;
    const used = this.#counts.reduce(
      (sum, { segment, count }) => sum + count * (segment === oldest ? share : 1),
      0,
    );
    const admitted = used < this.#limit;
    this.#add(admitted ? 1 : 0);
    return { admitted, remaining: Math.max(0, Math.floor(this.#limit - used - (admitted ? 1 : 0))) };
  }

  refund(): void {
    this.#add(-1);
  }

  #add(more: number): void {
    const segment = this.#current;
    const count = this.#counts.find((one) => one.segment === segment)?.count ?? 0;
    this.#counts = [
      ...this.#counts.filter((one) => one.segment !== segment),
      { segment, count: Math.max(0, count + more) },
    ];
  }
}

class TokenBucket implements Limiter {
  readonly #limit: number;
  readonly #perMs: number;
  #level: number;
  #at = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#level = limit;
    this.#perMs = limit / windowMs;
  }

  take(now: number): Ruling {
    this.#level = Math.min(this.#limit, this.#level + (now - this.#at) * this.#perMs);
    this.#at = now;
    const admitted = this.#level >= 1;
    this.#level -= admitted ? 1 : 0;
    return { admitted, remaining: Math.floor(this.#level) };
  }

  refund(): void {
    this.#level = Math.min(this.#limit, this.#level + 1);
  }
}

class Gcra implements Limiter {
  readonly #limit: number;
  readonly #spacingMs: number;
  #theoreticalArrival = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#spacingMs = windowMs / limit;
  }

  take(now: number): Ruling {
    const arrival = Math.max(this.#theoreticalArrival, now) + this.#spacingMs;
    const admitted = arrival - now <= this.#limit * this.#spacingMs + 1e-6;
    this.#theoreticalArrival = admitted ? arrival : this.#theoreticalArrival;
    const left = (this.#limit * this.#spacingMs - (this.#theoreticalArrival - now)) / this.#spacingMs;
    return { admitted, remaining: Math.max(0, Math.floor(left)) };
  }

  refund(): void {
    this.#theoreticalArrival -= this.#spacingMs;
  }
}

/** The same limiter on a clock that advances in steps. */
function inSteps(limiter: Limiter, stepMs: number): Limiter {
  const stepOf = (now: number) => Math.floor(now / stepMs) * stepMs;
  return {
    take: (now) => limiter.take(stepOf(now)),
    refund: (now) => limiter.refund(stepOf(now)),
  };
}

/** The permitted limiters that advance in steps, by the number of steps per window. */
export const steppedLimiters: Readonly<
  Record<string, (limit: number, windowMs: number, steps: number) => Limiter>
> = {
  'token bucket': (limit, windowMs, steps) => inSteps(new TokenBucket(limit, windowMs), windowMs / steps),
  GCRA: (limit, windowMs, steps) => inSteps(new Gcra(limit, windowMs), windowMs / steps),
  'sliding log': (limit, windowMs, steps) => inSteps(new SlidingLog(limit, windowMs), windowMs / steps),
  'sliding counter': (limit, windowMs, steps) => new SlidingCounter(limit, windowMs, steps),
};

/** The limiters that the document permits. */
export const permittedLimiters: Readonly<Record<string, (limit: number, windowMs: number) => Limiter>> = {
  'fixed window, aligned': (limit, windowMs) =>
    new FixedWindow(limit, windowMs, (now) => Math.floor(now / windowMs) * windowMs),
  'fixed window, anchored': (limit, windowMs) => new FixedWindow(limit, windowMs, (now) => now),
  'sliding log': (limit, windowMs) => new SlidingLog(limit, windowMs),
  'sliding counter': (limit, windowMs) => new SlidingCounter(limit, windowMs, 1),
  'token bucket': (limit, windowMs) => new TokenBucket(limit, windowMs),
  'token bucket, refilled each second': (limit, windowMs) =>
    inSteps(new TokenBucket(limit, windowMs), windowMs / 60),
  GCRA: (limit, windowMs) => new Gcra(limit, windowMs),
};
