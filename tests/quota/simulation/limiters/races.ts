import type { Limiter, Outlook } from './limiter.ts';

/** Looks whether there is room, and counts only some ms later: whoever looks in between sees the same room. */
export class CheckThenAct implements Limiter {
  readonly #inner: Limiter;
  readonly #gapMs: number;
  #due: number[] = [];
  #uncounted = 0;

  constructor(inner: Limiter, gapMs: number) {
    this.#inner = inner;
    this.#gapMs = gapMs;
  }

  admits(atMs: number): boolean {
    this.#settle(atMs);
    return this.#inner.admits(atMs);
  }

  charge(atMs: number): void {
    this.#due.push(atMs + this.#gapMs);
    this.#uncounted = 1;
  }

  refuse(atMs: number): void {
    this.#inner.refuse(atMs);
    this.#uncounted = 0;
  }

  /** What the request saw, less itself. */
  outlook(atMs: number): Outlook {
    const outlook = this.#inner.outlook(atMs);
    return { ...outlook, remaining: Math.max(0, outlook.remaining - this.#uncounted) };
  }

  copy(): Limiter {
    const copy = new CheckThenAct(this.#inner.copy(), this.#gapMs);
    copy.#due = [...this.#due];
    return copy;
  }

  #settle(atMs: number): void {
    let dueMs = this.#due[0];
    while (dueMs !== undefined && dueMs <= atMs) {
      this.#inner.charge(dueMs);
      this.#due.shift();
      dueMs = this.#due[0];
    }
  }
}

/** Reads the counter and writes back one more some ms later, over whatever others wrote in between. */
export class LostUpdates implements Limiter {
  readonly #gapMs: number;
  #stored: Limiter;
  #seen: Limiter;
  #writes: { readonly dueMs: number; readonly state: Limiter }[] = [];

  constructor(inner: Limiter, gapMs: number) {
    this.#stored = inner;
    this.#seen = inner;
    this.#gapMs = gapMs;
  }

  admits(atMs: number): boolean {
    this.#settle(atMs);
    this.#seen = this.#stored;
    return this.#stored.admits(atMs);
  }

  charge(atMs: number): void {
    const state = this.#stored.copy();
    state.charge(atMs);
    this.#seen = state;
    this.#writes.push({ dueMs: atMs + this.#gapMs, state });
  }

  refuse(atMs: number): void {
    this.#stored.refuse(atMs);
  }

  outlook(atMs: number): Outlook {
    return this.#seen.outlook(atMs);
  }

  copy(): Limiter {
    const copy = new LostUpdates(this.#stored.copy(), this.#gapMs);
    copy.#writes = [...this.#writes];
    return copy;
  }

  #settle(atMs: number): void {
    let write = this.#writes[0];
    while (write !== undefined && write.dueMs <= atMs) {
      this.#stored = write.state;
      this.#writes.shift();
      write = this.#writes[0];
    }
  }
}
