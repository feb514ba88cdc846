import { type AllowanceReading, AllowanceWindow, type PacingSpans } from './allowance-window.ts';

/** Whether the next request may be started. */
export type PacerDecision =
  | { readonly kind: 'go' }
  /** Not before this instant, unless an answer changes that. */
  | { readonly kind: 'wait'; readonly untilMs: number; readonly reason: string }
  /** After a request in flight has completed. */
  | { readonly kind: 'pending' }
  /** Not at all: the key is exhausted until then. */
  | { readonly kind: 'used-up'; readonly untilMs: number };

/** A request that was started. */
export interface PacerTicket {
  readonly startedAt: number;
  readonly probe: boolean;
  readonly farTry: boolean;
}

/** The waits that a 429 announces. */
export interface Refusal {
  /** Its `Retry-After` in ms, or `null` if absent or unreadable. */
  readonly retryAfterMs: number | null;
  /** How long to wait without one. */
  readonly backoffMs: number;
  /** A `Retry-After` beyond this is not waited for. */
  readonly mostWaitMs: number;
}

/** The maximum number of windows per key; a service has a minute and a day. */
const mostWindows = 4;
/**
 * The number of waits that ended with a served request and `Remaining: 0`, after which requests are sent without
 * waiting.
 */
const mostVainWaits = 3;
/** The number of consecutive requests served without waiting, after which the announcements are ignored. */
const triesWithoutWait = 3;

/**
 * Decides when the requests of one credential are started, so that they stay within the announced allowance and avoid
 * 429s. A state machine: callers pass every time, in ms of one monotonic clock.
 */
export class Pacer {
  readonly #readsAllowance: boolean;
  readonly #spans: PacingSpans;
  readonly #windows = new Map<number, AllowanceWindow>();
  #events = 0;
  #underWay = 0;
  #heard = false;
  #distrusted = false;
  #pausedUntilMs = 0;
  #refusals = 0;
  #refusedAt = 0;
  #usedUpUntilMs: number | null = null;
  /** Waits in vain since the last evidence of a limit; long ones count twice. */
  #vain = 0;
  /** Requests served without a wait since then, although 0 was announced. */
  #unheldServed = 0;
  #patience = mostVainWaits;
  /** Whether any response announced more than 0. */
  #saidMore = false;

  /**
   * `readsAllowance`: whether responses announce the allowance of this credential; otherwise only 429s slow it down.
   */
  constructor(readsAllowance: boolean, spans: PacingSpans) {
    this.#readsAllowance = readsAllowance;
    this.#spans = spans;
  }

  decide(nowMs: number): PacerDecision {
    if (this.#usedUpUntilMs !== null) {
      return { kind: 'used-up', untilMs: this.#usedUpUntilMs };
    }
    if (nowMs < this.#pausedUntilMs) {
      return {
        kind: 'wait',
        untilMs: this.#pausedUntilMs,
        reason: 'the service returned 429 Too Many Requests',
      };
    }
    let alone = this.#refusals > 0 || (this.#readsAllowance && !this.#heard);
    for (const window of this.#windows.values()) {
      if (window.remaining <= 0 && nowMs < window.releaseAtMs && !this.#doubts) {
        return { kind: 'wait', untilMs: window.releaseAtMs, reason: usedUp(window) };
      }
      alone ||= window.remaining - this.#underWay <= 0;
    }
    return alone && this.#underWay > 0 ? { kind: 'pending' } : { kind: 'go' };
  }

  start(): PacerTicket {
    this.#events += 1;
    this.#underWay += 1;
    const released = [...this.#windows.values()].filter(({ remaining }) => remaining <= 0);
    return {
      startedAt: this.#events,
      probe: released.length > 0,
      farTry: released.some(({ far }) => far),
    };
  }

  /** The request failed, or its response has no allowance; it may have been counted. */
  unread(ticket: PacerTicket, answered: boolean, nowMs: number): void {
    this.#ended();
    if (answered) {
      this.#wasServed(ticket);
    }
    for (const window of this.#windows.values()) {
      this.#count(window, answered && ticket.probe, nowMs);
    }
  }

  served(ticket: PacerTicket, reading: AllowanceReading, nowMs: number): void {
    if (!this.#readsAllowance || this.#distrusted) {
      this.unread(ticket, true, nowMs);
      return;
    }
    this.#ended();
    this.#wasServed(ticket);
    this.#weigh(ticket, reading, nowMs);
    if (this.#distrusted) {
      return;
    }
    const context = { nowMs, startedAt: ticket.startedAt, announcedAt: this.#events };
    for (const window of this.#windows.values()) {
      if (window.limit !== reading.limit) {
        this.#count(window, ticket.probe, nowMs);
      }
    }
    const window = this.#windows.get(reading.limit);
    if (window === undefined) {
      this.#remember(new AllowanceWindow(reading, context, this.#spans));
    } else {
      window.update(reading, context);
    }
  }

  /**
   * A service that serves a request although it announced 0, and announces 0 again, may not enforce a limit, like a
   * mock. With a sliding log or a shared key this is correct; a request without waiting distinguishes the two.
   */
  #weigh({ probe }: PacerTicket, { limit, remaining, resetAtMs }: AllowanceReading, nowMs: number): void {
    if (remaining > 0) {
      this.#saidMore = true;
      this.#vain = 0;
      this.#unheldServed = 0;
      return;
    }
    // A plan of one request always announces 0.
    if (!probe || limit === 1) {
      return;
    }
    if (this.#doubts) {
      this.#unheldServed += 1;
    }
    const leftMs = (resetAtMs ?? Number.POSITIVE_INFINITY) - nowMs;
    const isLong = leftMs >= this.#spans.minuteMs / 2;
    const isDecisive = leftMs > this.#spans.longWaitMs || (isLong && !this.#saidMore);
    this.#vain += isDecisive ? this.#patience : isLong ? 2 : 1;
    if (this.#unheldServed >= triesWithoutWait) {
      this.#distrusted = true;
      this.#windows.clear();
    }
  }

  get #doubts(): boolean {
    return this.#vain >= this.#patience;
  }

  /** The request returned 429. Returns the time of the earliest repetition. */
  refused(ticket: PacerTicket, announced: AllowanceReading | null, refusal: Refusal, nowMs: number): number {
    this.#ended();
    this.#heard = true;
    if (this.#doubts) {
      this.#patience *= 2;
      this.#vain = 0;
      this.#unheldServed = 0;
    }
    const reading = this.#readsAllowance && !this.#distrusted ? announced : null;
    const resetAtMs = reading?.resetAtMs ?? null;
    const far = resetAtMs !== null && resetAtMs - nowMs > this.#spans.longWaitMs;
    const asked = refusal.retryAfterMs;
    const exceedsMaxWait = asked !== null && asked > refusal.mostWaitMs;
    if (far && reading?.remaining === 0 && (ticket.farTry || exceedsMaxWait)) {
      this.#usedUpUntilMs = resetAtMs;
    }
    // Overlapping requests were refused for one reason, so they count once.
    if (ticket.startedAt > this.#refusedAt) {
      this.#refusals += 1;
    }
    this.#refusedAt = this.#events;
    let untilMs = nowMs + (asked ?? refusal.backoffMs);
    if (asked === null && far) {
      untilMs = nowMs + this.#spans.minuteMs;
    } else if (resetAtMs !== null && !far && (asked === null || this.#refusals > 1)) {
      untilMs = Math.max(untilMs, resetAtMs);
    }
    const pauseEnd = exceedsMaxWait ? nowMs + this.#spans.minuteMs : untilMs;
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, pauseEnd);
    if (reading !== null && reading.remaining === 0) {
      this.#exhaust(reading, far, nowMs);
    }
    return untilMs;
  }

  #exhaust(reading: AllowanceReading, far: boolean, nowMs: number): void {
    let window = this.#windows.get(reading.limit);
    if (window === undefined) {
      const context = { nowMs, startedAt: this.#events, announcedAt: this.#events };
      window = new AllowanceWindow(reading, context, this.#spans);
      this.#remember(window);
    }
    window.exhaust(this.#pausedUntilMs, far, this.#events);
  }

  #ended(): void {
    this.#events += 1;
    this.#underWay -= 1;
  }

  #wasServed(ticket: PacerTicket): void {
    this.#heard = true;
    if (ticket.startedAt > this.#refusedAt) {
      this.#refusals = 0;
    }
  }

  /** Counts a request in a window that its response did not announce; one served after its end shows that it is over. */
  #count(window: AllowanceWindow, servedProbe: boolean, nowMs: number): void {
    if (servedProbe && window.remaining <= 0 && nowMs >= window.releaseAtMs) {
      this.#windows.delete(window.limit);
    } else {
      window.remaining -= 1;
    }
  }

  #remember(window: AllowanceWindow): void {
    this.#windows.set(window.limit, window);
    for (const limit of this.#windows.keys()) {
      if (this.#windows.size > mostWindows) {
        this.#windows.delete(limit);
      }
    }
  }
}

function usedUp({ limit, far }: AllowanceWindow): string {
  const figure = limit === 0 ? 'allowance' : `allowance of ${limit} requests`;
  return far
    ? `the key's ${figure} is announced as exhausted for long; trying once after a minute`
    : `the key's ${figure} is exhausted`;
}
