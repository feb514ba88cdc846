import type { CredentialLabel, Exchange } from '../exchange/exchange.ts';
import { type RateFields, readRateFields } from '../exchange/rate-fields.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { ServerClock } from '../exchange/server-clock.ts';
import type { AllowanceReading, PacingSpans } from './allowance-window.ts';
import { targetLimits } from './limits.ts';
import { Pacer, type PacerTicket } from './pacer.ts';
import { type RateLimitReading, rateLimitReading, retryAfterWaitMs } from './rate-limit-reading.ts';
import { type AnnouncedWait, RunStopped } from './target.ts';

/** A monotonic clock in ms and its timers. `schedule` returns what cancels it. */
export interface Timers {
  now(): number;
  schedule(delayMs: number, callback: () => void): () => void;
}

export interface PacedGateOptions {
  /** The duration of the target's minute, in ms. */
  readonly minuteMs: number;
  /** The wall-clock time in ms since 1970 at 0 of `timers.now()`. */
  readonly epochAtZeroMs: number;
  readonly timers: Timers;
  /** Numbers from 0 up to, not including, 1, for the jitter of the backoff. */
  readonly random: () => number;
  readonly onWait: (wait: AnnouncedWait) => void;
}

/** A request that was let through. */
export interface Pass {
  readonly lane: Lane;
  readonly ticket: PacerTicket;
}

interface Lane {
  readonly pacer: Pacer;
  readonly queue: { readonly resolve: (pass: Pass) => void; readonly reject: (error: Error) => void }[];
  cancelTimer: (() => void) | null;
  announcedUntilMs: number;
}

/** Admits requests when the `Pacer` of their credential allows, in order. */
export class PacedGate {
  readonly #options: PacedGateOptions;
  readonly #spans: PacingSpans;
  readonly #clock: ServerClock;
  readonly #lanes = new Map<CredentialLabel, Lane>();
  /** How long one request may wait for its repeats after 429s, in ms. */
  readonly refusalWaitMs: number;
  #stopped: RunStopped | null = null;

  constructor(options: PacedGateOptions) {
    this.#options = options;
    const scale = options.minuteMs / 60_000;
    this.#spans = { minuteMs: options.minuteMs, longWaitMs: targetLimits.longWaitMs * scale };
    this.#clock = new ServerClock(options.epochAtZeroMs);
    this.refusalWaitMs = Math.max(targetLimits.refusalWaitLeastMs, targetLimits.refusalWaitMs * scale);
  }

  /** @throws {RunStopped} if the key is exhausted for long, or after `stop`. */
  enter(label: CredentialLabel): Promise<Pass> {
    return new Promise((resolve, reject) => {
      if (this.#stopped !== null) {
        reject(this.#stopped);
        return;
      }
      const lane = this.#lane(label);
      lane.queue.push({ resolve, reject });
      this.#pump(lane);
    });
  }

  /**
   * Processes the result of a request; call it once per admitted request. For a 429 returns the time of the earliest
   * repetition, otherwise `null`. `repeats`: the number of earlier refusals of this request.
   */
  leave({ lane, ticket }: Pass, exchange: Exchange | null, repeats: number): number | null {
    const nowMs = this.#options.timers.now();
    const response = exchange?.response ?? null;
    let repeatAtMs: number | null = null;
    if (exchange === null || response === null) {
      lane.pacer.unread(ticket, false, nowMs);
    } else {
      const fields = readRateFields(response.headers);
      if (fields.dateMs !== null && exchange.headersAtMs !== null) {
        this.#clock.see(fields.dateMs, exchange.sentAtMs, exchange.headersAtMs);
      }
      const reading = this.#reading(fields, nowMs);
      if (response.status === 429) {
        const refusal = {
          retryAfterMs: retryAfterWaitMs(fields.retryAfter, this.#clock.theirs(nowMs)),
          backoffMs: this.#backoff(repeats),
          mostWaitMs: this.refusalWaitMs,
        };
        repeatAtMs = lane.pacer.refused(ticket, reading, refusal, nowMs);
      } else if (reading === null || response.status === 401 || !isOfOperation(exchange)) {
        // A 401 has no caller, and beside the operations there may be none: such figures are not this key's.
        lane.pacer.unread(ticket, true, nowMs);
      } else {
        lane.pacer.served(ticket, reading, nowMs);
      }
    }
    this.#pump(lane);
    return repeatAtMs;
  }

  /** @throws {RunStopped} if the key is exhausted for long. */
  assertAllowance(label: CredentialLabel): void {
    const decision = this.#lane(label).pacer.decide(this.#options.timers.now());
    if (decision.kind === 'used-up') {
      throw this.#usedUp(decision.untilMs);
    }
  }

  /** Turns away who waits and who comes later. */
  stop(error: RunStopped): void {
    this.#stopped = error;
    for (const lane of this.#lanes.values()) {
      lane.cancelTimer?.();
      lane.cancelTimer = null;
      this.#turnAway(lane, error);
    }
  }

  #pump(lane: Lane): void {
    lane.cancelTimer?.();
    lane.cancelTimer = null;
    while (lane.queue.length > 0) {
      const nowMs = this.#options.timers.now();
      const decision = lane.pacer.decide(nowMs);
      switch (decision.kind) {
        case 'go':
          lane.queue.shift()?.resolve({ lane, ticket: lane.pacer.start() });
          break;
        case 'wait':
          this.#wait(lane, decision.untilMs, decision.reason, nowMs);
          return;
        case 'pending':
          return;
        case 'used-up':
          this.#turnAway(lane, this.#usedUp(decision.untilMs));
          return;
      }
    }
  }

  #wait(lane: Lane, untilMs: number, reason: string, nowMs: number): void {
    const durationMs = untilMs - nowMs;
    lane.cancelTimer = this.#options.timers.schedule(durationMs, () => this.#pump(lane));
    if (
      durationMs >= targetLimits.minReportedWaitMs &&
      untilMs - lane.announcedUntilMs >= targetLimits.minReportedWaitMs
    ) {
      lane.announcedUntilMs = untilMs;
      this.#options.onWait({ reason, durationMs });
    }
  }

  #turnAway(lane: Lane, error: Error): void {
    for (const { reject } of lane.queue.splice(0)) {
      reject(error);
    }
  }

  #usedUp(untilMs: number): RunStopped {
    const until = new Date(this.#options.epochAtZeroMs + untilMs).toISOString().replace(/\.\d+/, '');
    return new RunStopped(
      'allowance',
      `the quota of the key is exhausted until ${until}: run again after that, or with a key that has more left`,
    );
  }

  #lane(label: CredentialLabel): Lane {
    let lane = this.#lanes.get(label);
    if (lane === undefined) {
      const readsAllowance = label !== 'none' && label !== 'invalid';
      const pacer = new Pacer(readsAllowance, this.#spans);
      lane = { pacer, queue: [], cancelTimer: null, announcedUntilMs: 0 };
      this.#lanes.set(label, lane);
    }
    return lane;
  }

  #reading(fields: RateFields, nowMs: number): AllowanceReading | null {
    const reading = rateLimitReading(fields);
    return reading === null ? null : { ...reading, resetAtMs: this.#resetAt(reading, nowMs) };
  }

  /** A sliding counter admits again a request's share of the minute after its `Reset`: hence the margin. */
  #resetAt({ limit, reset }: RateLimitReading, nowMs: number): number | null {
    if (reset === null) {
      return null;
    }
    const { minuteMs } = this.#spans;
    const marginMs = Math.min(Math.max(minuteMs / Math.max(limit, 1), minuteMs / 600), minuteMs / 10);
    return marginMs + ('afterMs' in reset ? nowMs + reset.afterMs : this.#clock.ours(reset.epochMs));
  }

  /** Exponential, with full jitter. */
  #backoff(repeats: number): number {
    const { backoffBaseMs, backoffCapMs } = targetLimits;
    return this.#options.random() * Math.min(backoffCapMs, backoffBaseMs * 2 ** repeats);
  }
}

function isOfOperation({ request }: Exchange): boolean {
  return describeRequest(request).operation !== null;
}
