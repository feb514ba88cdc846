import type { Operation } from '../exchange/exchange.ts';
import type { Phase, Timeline } from './timeline.ts';

/** A request that a measurement asks for. What it carries besides (an id, a body) is the wire's business. */
export interface QuotaRequest {
  /** N of `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly operation: Operation;
  readonly phase: Phase;
}

/** What became of a burst, to the request. */
export interface BurstLedger {
  readonly engine: 'autocannon' | 'undici' | 'simulation';
  readonly asked: number;
  /** Requests that were written. */
  readonly sent: number;
  /** Answers that came. */
  readonly answered: number;
  /** Requests that were written and brought none. */
  readonly unanswered: number;
  readonly connections: number;
}

/** Spaced requests. */
export interface PacedSeries {
  /** The next request, or `null` at the end of the series; asked just before it is sent. */
  readonly next: () => QuotaRequest | null;
  /** ms from start to start, whatever the answers do. */
  readonly intervalMs: number;
  /** Told every answer by its index in the timeline. */
  readonly answered: (index: number) => void;
}

/**
 * What a measurement sends its requests through: the network, or a simulation of it in virtual time. Every
 * request becomes an entry of the timeline. Nothing is paced, repeated or retried on its own account.
 *
 * Every method throws `RunStopped` where no more may be sent.
 */
export interface QuotaWire {
  readonly timeline: Timeline;
  /** The clock of the timeline, in ms. */
  now(): number;
  /** Waits, and says why where it takes long. */
  waitUntil(atMs: number, reason: string): Promise<void>;
  /** Sends one request over a kept connection and resolves with its index in the timeline. */
  send(request: QuotaRequest): Promise<number>;
  /** Sends all of them as quickly as that many connections can, each over any of them. */
  burst(requests: readonly QuotaRequest[], connections: number): Promise<BurstLedger>;
  /** Resolves when the series has ended and all its answers are there. */
  paced(series: PacedSeries): Promise<void>;
}
