import type { Operation } from '../exchange/exchange.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';

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
  /** The creations that were refused. */
  readonly refused: Timeline;
  /** Those whose animal a list showed nevertheless, and that list. */
  readonly carriedOut: readonly { readonly creation: TimelineEntry; readonly list: TimelineEntry }[];
  /** A complete list that contains an accepted creation, or `null`. */
  readonly completeList: TimelineEntry | null;
}

/** Spaced requests. */
export interface PacedSeries {
  /** The next request, or `null` at the end of the series; called just before sending. */
  readonly next: () => QuotaRequest | null;
  /** ms from start to start, whatever the answers do. */
  readonly intervalMs: number;
  /** Called with every response. */
  readonly answered: (entry: TimelineEntry) => void;
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
   * Sends one request and resolves with its entry. `connection`: the number of the reused connection
   * for single requests; 0 by default.
   */
  send(request: QuotaRequest, connection?: number): Promise<TimelineEntry>;
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

/** A plan whose limits are measured, and how. */
export interface PlanUnderTest {
  /** `free`, `pro`, `business` or `enterprise`. */
  readonly plan: string;
  readonly perMinute: number;
  readonly perDay: number;
  /** How long the target's minute and day last, in ms. */
  readonly minuteMs: number;
  readonly dayMs: number;
  /** The keys of this plan that the run may exhaust, as N of `quota-key-N`; at least one. */
  readonly keys: readonly number[];
  /** Whether a key of another account is available (key 0: the key of the run). */
  readonly neighbour: boolean;
  /** Requests beyond the limit that a burst may send. */
  readonly overshoot: number;
  /** Requests that may be refused in a row, over all phases. */
  readonly refusedInARow: number;
  readonly connections: number;
  /** How long a new animal may be missing from a list of another place, in ms. */
  readonly consistencyGraceMs: number;
  /** Nothing is created. */
  readonly readOnly: boolean;
  /** Whether the daily limit is measured too. */
  readonly dayQuota: boolean;
  /** Whether to keep sending after repeated 429s, to detect a temporary ban. */
  readonly probeBan: boolean;
  /** Unsigned 32-bit seed: which operation is sent when. */
  readonly seed: number;
}

/** The description of a phase of a measurement for users. */
interface PhaseFacts {
  /** The requirement for which, first of all, its requests are sent. */
  readonly requirement: string;
  readonly doing: string;
}

/** Why a request of a measurement was sent. */
export const phases = {
  /** The first few, sequentially, to read limits and clocks. */
  calibrate: { requirement: 'quota/fully-granted', doing: 'reading the limits' },
  /** From a full quota. */
  burst: {
    requirement: 'quota/never-exceeded',
    doing: 'burst: concurrent requests up to the limit and beyond',
  },
  /** Spaced, which shows a continuous refill. */
  trickle: { requirement: 'quota/window-kind', doing: 'a few requests while the quota is used up' },
  settle: { requirement: 'quota/limit-enforced', doing: 'sending until a 429 has a Retry-After' },
  neighbour: { requirement: 'quota/isolated-between-keys', doing: 'another key, while this one is used up' },
  retry: { requirement: 'quota/retry-after-honest', doing: 'the request after Retry-After' },
  spend: { requirement: 'quota/fully-granted', doing: 'as many requests as Remaining promises' },
  /** The last request of a window: if it extends the window, requests after the end show it. */
  renew: { requirement: 'quota/fully-granted', doing: 'one request later in the window' },
  reset: { requirement: 'quota/reset-honest', doing: 'the request after Reset' },
  count: { requirement: 'quota/what-counts', doing: 'whether refused requests count' },
  effect: {
    requirement: 'quota/refused-without-effect',
    doing: 'searching for animals of refused creations',
  },
  'one-at-a-time': {
    requirement: 'quota/never-exceeded',
    doing: 'again, one request at a time over many connections',
  },
  'one-operation': {
    requirement: 'quota/shared-across-operations',
    doing: 'again, by one operation only',
  },
  'one-place': {
    requirement: 'quota/never-exceeded',
    doing: 'again, from one place after the other',
  },
  day: {
    requirement: 'quota/day-limit',
    doing: 'requests at the limit per minute, up to the daily limit',
  },
  ban: { requirement: 'quota/ban', doing: 'sending on after many 429s' },
} satisfies Readonly<Record<string, PhaseFacts>>;

export type Phase = keyof typeof phases;

export function factsOf(phase: Phase): PhaseFacts {
  return phases[phase];
}
