import type { CredentialLabel, Exchange } from '../exchange/exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Caller } from './caller-fields.ts';
import type { Transport } from './transport.ts';

/** A header field to be sent. */
export interface OutgoingHeader {
  readonly name: string;
  readonly value: string;
  /**
   * How a record shows the value where it holds a secret: text for inside double quotes of a POSIX shell,
   * e.g. `Bearer ${ANIMAL_STORE_API_KEY%?}`. Without it the value is recorded with known secrets replaced.
   */
  readonly shownAs?: string;
}

/** A request exactly as it is to go on the wire. */
export interface OutgoingRequest {
  readonly method: string;
  /** Path and query relative to the base address, already percent-encoded: `/pets?limit=5`. */
  readonly target: string;
  /** As `OutgoingHeader.shownAs`, for a target that holds a secret. */
  readonly targetShownAs?: string;
  /**
   * All fields that are sent, in this order, besides `Host`, `Connection`, `Content-Length`, `User-Agent` and
   * `traceparent`, which the client adds.
   */
  readonly headers: readonly OutgoingHeader[];
  readonly body: string | Uint8Array | null;
  /**
   * The number of body bytes in the first of two writes, with a pause between them; by default one write has all. TCP is
   * a byte stream, so a server must handle a split body from any client.
   */
  readonly firstWriteBytes?: number;
  readonly credential: CredentialLabel;
}

/** How a request is sent, besides what it is. */
export interface SendingManner {
  /** Over a connection that has served no other. */
  readonly fresh?: boolean;
}

/** Sends requests to one base address and records what came of them. */
export interface Target {
  /**
   * Sends one request: waits for its turn under the key's allowance, records the exchange, and waits out and
   * repeats what was answered 429. Resolves with the last exchange, whatever came of it.
   *
   * @throws {RunStopped} where no more may be sent: the budget is used up, time is over, or it was interrupted.
   */
  send(request: OutgoingRequest, check: string, manner?: SendingManner): Promise<Exchange>;
  /** Whether a connection brought bytes that nobody asked for: which answer on it is whose can't be told. */
  isDesynchronised(connection: number): boolean;
  /** Requests started so far. */
  readonly requestsSent: number;
  /** Ends every exchange under way as `interrupted` and refuses further ones. */
  stop(reason: StopReason): void;
  close(): Promise<void>;
}

/** Why a run sends no more. */
export type StopReason = 'max-requests' | 'max-time' | 'interrupted' | 'allowance';

/** Thrown by `Target.send` where no more may be sent. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string) {
    super(message);
    this.name = 'RunStopped';
    this.reason = reason;
  }
}

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
