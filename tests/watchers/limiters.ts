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
    this.#times = this.#times.filter((time) => time > now - this.#windowMs);
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

class SlidingCounter implements Limiter {
  readonly #limit: number;
  readonly #windowMs: number;
  #window = 0;
  #current = 0;
  #previous = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  take(now: number): Ruling {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) {
      this.#previous = window === this.#window + 1 ? this.#current : 0;
      this.#current = 0;
      this.#window = window;
    }
    const weight = 1 - (now - window * this.#windowMs) / this.#windowMs;
    const admitted = this.#current + this.#previous * weight < this.#limit;
    this.#current += admitted ? 1 : 0;
    const used = this.#current + this.#previous * weight;
    return { admitted, remaining: Math.max(0, Math.floor(this.#limit - used)) };
  }

  refund(): void {
    this.#current = Math.max(0, this.#current - 1);
  }
}

class TokenBucket implements Limiter {
  readonly #limit: number;
  readonly #perMs: number;
  readonly #tickMs: number;
  #level: number;
  #at = 0;

  constructor(limit: number, windowMs: number, tickMs: number) {
    this.#limit = limit;
    this.#level = limit;
    this.#perMs = limit / windowMs;
    this.#tickMs = tickMs;
  }

  take(now: number): Ruling {
    const time = this.#tickMs === 0 ? now : Math.floor(now / this.#tickMs) * this.#tickMs;
    this.#level = Math.min(this.#limit, this.#level + (time - this.#at) * this.#perMs);
    this.#at = time;
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

/** The limiters that the document permits. */
export const permittedLimiters: Readonly<Record<string, (limit: number, windowMs: number) => Limiter>> = {
  'fixed window, aligned': (limit, windowMs) =>
    new FixedWindow(limit, windowMs, (now) => Math.floor(now / windowMs) * windowMs),
  'fixed window, anchored': (limit, windowMs) => new FixedWindow(limit, windowMs, (now) => now),
  'sliding log': (limit, windowMs) => new SlidingLog(limit, windowMs),
  'sliding counter': (limit, windowMs) => new SlidingCounter(limit, windowMs),
  'token bucket': (limit, windowMs) => new TokenBucket(limit, windowMs, 0),
  'token bucket, refilled each second': (limit, windowMs) => new TokenBucket(limit, windowMs, windowMs / 60),
  GCRA: (limit, windowMs) => new Gcra(limit, windowMs),
};
