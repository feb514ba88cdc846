import type { Operation } from '../exchange/exchange.ts';
import type { Phase, Timeline } from './timeline.ts';

/**
 * A request that a measurement asks for. What it carries besides (an id, a body) is the wire's business: an
 * animal that is known, but one that isn't there in phase `count`; a list as long as can be in phase `effect`.
 */
export interface QuotaRequest {
  /** N of `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly operation: Operation;
  readonly phase: Phase;
}

/** What became of a burst, to the request. */
export interface BurstLedger {
  readonly engine: 'undici' | 'simulation';
  readonly asked: number;
  /** Requests that were written. */
  readonly sent: number;
  /** Whole answers that came. */
  readonly answered: number;
  /** Requests that were written and brought none, or not all of one. */
  readonly unanswered: number;
  readonly connections: number;
}

/** What became of the creations that were answered 429, as far as the lists of phase `effect` show it. */
export interface RefusedCreations {
  /** Entries of the creations that were refused. */
  readonly refused: readonly number[];
  /** Those whose animal a list showed all the same, and the entry of that list. */
  readonly carriedOut: readonly { readonly creation: number; readonly list: number }[];
  /** The entry of a list that was complete and showed a creation that was accepted; `null` where none was. */
  readonly completeList: number | null;
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
  /** The operations that can be served: `getPet` once an animal is known. */
  readonly operations: readonly Operation[];
  /** The clock of the timeline, in ms. */
  now(): number;
  /** Waits, and says why where it takes long. */
  waitUntil(atMs: number, reason: string): Promise<void>;
  /**
   * Sends one request and resolves with its index in the timeline. `connection`: over which of the connections
   * that are kept for single requests, from 0 on; 0 where none is named.
   */
  send(request: QuotaRequest, connection?: number): Promise<number>;
  /**
   * Sends all of them as quickly as that many connections can, each over any of them. Those that are not under
   * way yet are not sent any more once `mostRefused` were refused in a row (429, 403, 5xx).
   */
  burst(requests: readonly QuotaRequest[], connections: number, mostRefused: number): Promise<BurstLedger>;
  /** Resolves when the series has ended and all its answers are there. */
  paced(series: PacedSeries): Promise<void>;
  refusedCreations(): RefusedCreations;
}
