import type { Exchange } from '../exchange/exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Caller } from './caller-fields.ts';
import type { Transport } from './transport.ts';

/** A wait that the client begins: nothing is sent for one credential meanwhile. */
export interface AnnouncedWait {
  /** In plain words: `the quota of the key is used up`. */
  readonly reason: string;
  readonly durationMs: number;
}

/** What a `Target` is made from. */
export interface TargetOptions extends Caller {
  /** Absolute http(s) URL without query or fragment; requests' targets are appended to it as they are. */
  readonly baseUrl: string;
  /** Unsigned 32-bit seed, for the trace id and the jitter of the backoff. */
  readonly seed: number;
  /** Milliseconds for making a connection, and again for one answer from the write to its last byte. */
  readonly timeoutMs: number;
  /** How long the target's minute lasts, in ms (60,000). */
  readonly minuteMs?: number;
  /** Connections at once (16). */
  readonly connections?: number;
  /** Requests that the run sent through another client already: numbers and bounds go on from there (0). */
  readonly exchangesBefore?: number;
  /** How connections are made, and what every request carries (`directTransport`). */
  readonly transport?: Transport;
  /** Requests that may be sent at most, or `null` for no bound. */
  readonly maxRequests: number | null;
  /** Replaces secrets in everything that is recorded. */
  readonly redactor: Redactor;
  /** The value of `performance.now()` that the exchanges' times count from (the call of `createTarget`). */
  readonly clockOriginMs?: number;
  /** Called with every exchange, in the order in which they finish, before `send` resolves. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Called when a wait of 250 ms or more begins. */
  readonly onWait?: (wait: AnnouncedWait) => void;
}
