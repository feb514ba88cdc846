import type { Operation } from '../exchange/exchange.ts';
import type { Phase } from './phase.ts';
import type { Timeline } from './timeline.ts';

/**
 * A request of a measurement. The wire adds the id and the body: `getPet` requests a known animal, in phase `count` an
 * unknown one; lists in phase `effect` are as long as possible.
 */
export interface QuotaRequest {
  /** N of `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly operation: Operation;
  readonly phase: Phase;
}

export interface BurstLedger {
  readonly engine: 'autocannon' | 'undici' | 'simulation';
  readonly asked: number;
  /** Requests that were written. */
  readonly sent: number;
  /** The number of complete responses. */
  readonly answered: number;
  /** Written requests without a complete response. */
  readonly unanswered: number;
  readonly connections: number;
}

/** The results of creations that returned 429, from the lists of phase `effect`. */
export interface RefusedCreations {
  /** Entries of the creations that were refused. */
  readonly refused: readonly number[];
  /** Those whose animal a list showed nevertheless, and the entry of that list. */
  readonly carriedOut: readonly { readonly creation: number; readonly list: number }[];
  /** The entry of a complete list that contains an accepted creation, or `null`. */
  readonly completeList: number | null;
}

/** Spaced requests. */
export interface PacedSeries {
  /** The next request, or `null` at the end of the series; called just before sending. */
  readonly next: () => QuotaRequest | null;
  /** ms from start to start, whatever the answers do. */
  readonly intervalMs: number;
  /** Called with the index of every response in the timeline. */
  readonly answered: (index: number) => void;
}

/**
 * The transport of a measurement: the network, or a simulation in virtual time. Every request becomes an entry of the
 * timeline. The wire does not pace, repeat or retry by itself.
 *
 * Every method throws `RunStopped` if no more requests may be sent.
 */
export interface QuotaWire {
  readonly timeline: Timeline;
  /** The number of places that get parts of each burst, the base URL included; 1 if absent. */
  readonly places?: number;
  /** The operations that can be served: `getPet` once an animal is known. */
  readonly operations: readonly Operation[];
  /** The clock of the timeline, in ms. */
  now(): number;
  /** Waits, and reports the reason of a long wait. */
  waitUntil(atMs: number, reason: string): Promise<void>;
  /**
   * Sends one request and resolves with its index in the timeline. `connection`: the number of the reused connection
   * for single requests; 0 by default.
   */
  send(request: QuotaRequest, connection?: number): Promise<number>;
  /**
   * Sends all of them as quickly as that many connections can, each over any of them. Stops sending once `mostRefused`
   * were refused in a row (401, 403, 429, 5xx). To all places together, or to one of several, by its number; 0 is the base URL.
   */
  burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
    place?: number,
  ): Promise<BurstLedger>;
  /** Resolves when the series has ended and all its answers are there. */
  paced(series: PacedSeries): Promise<void>;
  refusedCreations(): RefusedCreations;
}
