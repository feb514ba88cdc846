import { setTimeout as delay } from 'node:timers/promises';
import type { CredentialLabel, Exchange } from '../exchange/exchange.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { Caller } from './caller-fields.ts';
import type { ExchangeNumbers } from './exchange-numbers.ts';
import type { Transport } from './transport.ts';

export interface OutgoingHeader {
  readonly name: string;
  readonly value: string;
  /**
   * The recorded form of a value with a secret, for use inside double quotes of a POSIX shell: `Bearer
   * ${ANIMAL_STORE_API_KEY%?}`. Without it, known secrets in the value are replaced.
   */
  readonly shownAs?: string;
}

export interface OutgoingRequest {
  readonly method: string;
  /** Path and query relative to the base URL, already percent-encoded: `/pets?limit=5`. */
  readonly target: string;
  /** As `OutgoingHeader.shownAs`, for a target that holds a secret. */
  readonly targetShownAs?: string;
  /**
   * All fields that are sent, in this order, besides `Host`, `Connection`, `Content-Length`, `User-Agent` and
   * `traceparent`, which the client adds. With `Transfer-Encoding: chunked` the body is sent in chunks.
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

/** How a request is sent. */
export interface SendingManner {
  /** Whether to use a new connection. */
  readonly fresh?: boolean;
  /** Whether to leave the others open meanwhile, if there may be one more: they may still deliver something. */
  readonly beside?: boolean;
}

/** Sends requests to one base URL and records their exchanges. */
export interface Target {
  /**
   * Sends one request: waits for the key's allowance, records the exchange, and repeats it after a 429. Resolves with
   * the last exchange, even if it failed.
   *
   * @throws {RunStopped} if no more requests may be sent: the budget or the time is exhausted, or the run was
   * interrupted.
   */
  send(request: OutgoingRequest, check: string, manner?: SendingManner): Promise<Exchange>;
  /** Whether a connection delivered unsolicited bytes, so that its responses can't be assigned to requests. */
  isDesynchronised(connection: number): boolean;
  /** Requests that the run has started so far. */
  readonly requestsSent: number;
  /** Ends every exchange in flight as `interrupted` and rejects further ones. */
  stop(reason: StopReason): void;
  close(): Promise<void>;
}

/** Why a run sends no more. */
export type StopReason = 'max-requests' | 'max-time' | 'interrupted' | 'allowance';

const stopMessages: Readonly<Record<StopReason, string>> = {
  'max-requests': 'the run reached its request limit (--max-requests)',
  'max-time': 'the run reached its time limit (--max-time)',
  interrupted: 'the run was interrupted',
  allowance: 'the quota of the key is exhausted',
};

/** Thrown by `Target.send` if no more requests may be sent. */
export class RunStopped extends Error {
  readonly reason: StopReason;

  constructor(reason: StopReason, message: string = stopMessages[reason]) {
    super(message);
    this.name = 'RunStopped';
    this.reason = reason;
  }
}

/** A wait that the client begins: nothing is sent for one credential meanwhile. */
export interface AnnouncedWait {
  /** In plain words: `the quota of the key is exhausted`. */
  readonly reason: string;
  readonly durationMs: number;
}

/** The options of a `Target`. */
export interface TargetOptions extends Caller {
  /** Unsigned 32-bit seed, for the trace id and the jitter of the backoff. */
  readonly seed: number;
  /** The time limit for a connection, and for one response from the write to its last byte, in ms. */
  readonly timeoutMs: number;
  /** How long the target's minute lasts, in ms (60,000). */
  readonly minuteMs?: number;
  /** Connections at once (16). */
  readonly connections?: number;
  /** Shared by all clients of the run. */
  readonly numbers: ExchangeNumbers;
  /** How connections are made, and what every request carries (`directTransport`). */
  readonly transport?: Transport;
  /** Replaces secrets in everything that is recorded. */
  readonly redactor: Redactor;
  /** The value of `performance.now()` that the exchanges' times count from (the call of `createTarget`). */
  readonly clockOriginMs?: number;
  /** Called with every exchange, in the order in which they finish, before `send` resolves. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Called when a wait of 250 ms or more begins. */
  readonly onWait?: (wait: AnnouncedWait) => void;
}

const longestTimerMs = 2 ** 31 - 1;

/** The pauses of a run: all end at once, by throwing `RunStopped`, when the run is stopped. */
export class Pauses {
  readonly #stopping = new AbortController();

  /** Aborted by a `RunStopped`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** @throws {RunStopped} */
  readonly pause = async (ms: number): Promise<void> => {
    const { signal } = this;
    signal.throwIfAborted();
    for (let left = ms; left > 0; left -= longestTimerMs) {
      await delay(Math.min(left, longestTimerMs), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };

  readonly stop = (reason: StopReason): void => {
    this.#stopping.abort(new RunStopped(reason));
  };
}
