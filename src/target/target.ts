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
  close(): Promise<void>;
}

/** Why a run sends no more. */
type StopReason = 'max-requests' | 'max-time' | 'interrupted' | 'allowance';

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
  /** Ends every exchange in flight and rejects further ones; its reason is a `RunStopped` (never aborted). */
  readonly stopped?: AbortSignal;
}

const longestTimerMs = 2 ** 31 - 1;

/** Waits that many ms. @throws {RunStopped} as soon as the run is stopped */
export async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  stopped.throwIfAborted();
  for (let left = ms; left > 0; left -= longestTimerMs) {
    await delay(Math.min(left, longestTimerMs), undefined, { signal: stopped }).catch(() =>
      stopped.throwIfAborted(),
    );
  }
}

/** Calls `then` when a signal is aborted, at once if it already was. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, then: () => void): () => void {
  if (signal.aborted) {
    // A signal that was aborted before calls no new listener.
    then();
  }
  signal.addEventListener('abort', then, { once: true });
  return () => signal.removeEventListener('abort', then);
}

/** What ends a run early: the user, or the end of its time. */
export interface Interruptions {
  readonly signal: AbortSignal;
  readonly timeUp?: AbortSignal;
}

/** Does `work` with one signal for all that ends a run early, whose reason is a `RunStopped`. */
export async function stoppable<Result>(
  { signal, timeUp }: Interruptions,
  work: (stopped: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const releases = [
    onAbort(signal, () => stopping.abort(new RunStopped('interrupted'))),
    ...(timeUp === undefined ? [] : [onAbort(timeUp, () => stopping.abort(new RunStopped('max-time')))]),
  ];
  try {
    return await work(stopping.signal);
  } finally {
    for (const release of releases) {
      release();
    }
  }
}
