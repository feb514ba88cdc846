import type { ServedRequest } from './remaining-series.ts';

/** A rise of Remaining that no refill explains: a new window, or another counter. */
interface Rise {
  readonly from: number;
  readonly to: number;
  readonly exchange: number;
  readonly receivedMs: number;
}

/** The possible effect of other clients of the key meanwhile. */
const slack = 10;
const risesLookedAt = 4;
/** The share of a window within which the old numbers must return. */
const shareOfWindow = 1 / 4;

/**
 * Detects values of Remaining from two counters: they rise as if another window had begun, and soon return to the
 * earlier values. One counter does that only if other clients of the key use as much as it rose meanwhile.
 */
export class TwoCounts {
  readonly #refillPerMs: number;
  readonly #soonMs: number;
  #last: ServedRequest | null = null;
  #rises: Rise[] = [];
  #seen: string | null = null;

  constructor(limit: number, windowMs: number) {
    this.#refillPerMs = limit / windowMs;
    this.#soonMs = windowMs * shareOfWindow;
  }

  /** The evidence, such as `836, 999, then 833`; `null` without any. */
  get seen(): string | null {
    return this.#seen;
  }

  see(request: ServedRequest): void {
    const rise =
      this.#rises.length === 0 ? undefined : this.#rises.find((one) => this.#fallsBack(one, request));
    if (rise !== undefined) {
      this.#seen ??= `${rise.from}, ${rise.to}, then ${request.remaining}`;
    }
    const last = this.#last;
    this.#last = request;
    if (last !== null) {
      const refill = this.#refillPerMs * Math.max(0, request.received - last.sent);
      if (request.remaining - last.remaining > refill + slack) {
        const { exchange, received: receivedMs, remaining: to } = request;
        this.#rises = [...this.#rises, { from: last.remaining, to, exchange, receivedMs }].slice(
          -risesLookedAt,
        );
      }
    }
  }

  /** The request was certainly decided after the rise, and the run itself has not used that many since. */
  #fallsBack({ from, to, exchange, receivedMs }: Rise, request: ServedRequest): boolean {
    return (
      request.remaining <= from &&
      request.sent >= receivedMs &&
      request.received - receivedMs <= this.#soonMs &&
      request.exchange - exchange < (to - from) / 2
    );
  }
}
