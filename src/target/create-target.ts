import type { Exchange } from '../exchange/exchange.ts';
import { seededNumbers } from '../exchange/seeded-numbers.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { bytesOf, CallerFields } from './caller-fields.ts';
import { ConnectionSlots } from './connection-slots.ts';
import { recordExchange, UnsolicitedRecord } from './exchange-record.ts';
import { HttpConnection } from './http-connection.ts';
import { targetLimits } from './limits.ts';
import { PacedGate } from './paced-gate.ts';
import {
  type OutgoingRequest,
  onAbort,
  RunStopped,
  type SendingManner,
  type Target,
  type TargetOptions,
} from './target.ts';
import { carrying, directTransport, type Transport } from './transport.ts';
import type { WireOutcome } from './wire-exchange.ts';

/** Makes the client of one base URL; nothing is sent before the first `send`. */
export function createTarget(options: TargetOptions): Target {
  return new HttpTarget(options);
}

interface Attempt extends Required<SendingManner> {
  readonly retryOf: number | null;
}

interface Sent {
  readonly exchange: Exchange;
  /** Whether the connection was closed before the first byte of a response. */
  readonly unanswered: boolean;
  /** Whether the connection had served others before. */
  readonly reused: boolean;
}

class HttpTarget implements Target {
  readonly #options: TargetOptions;
  readonly #base: URL;
  readonly #originMs: number;
  readonly #epochAtOriginMs: number;
  readonly #caller: CallerFields;
  readonly #redactor: Redactor;
  readonly #transport: Transport;
  readonly #slots: ConnectionSlots;
  readonly #gate: PacedGate;
  readonly #unsolicited: UnsolicitedRecord;
  readonly #release: () => void;
  #closedWhenKept = 0;
  #stopped: RunStopped | null = null;

  constructor(options: TargetOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl);
    this.#originMs = options.clockOriginMs ?? performance.now();
    this.#epochAtOriginMs = performance.timeOrigin + this.#originMs;
    this.#caller = new CallerFields(options);
    this.#redactor = options.redactor;
    this.#unsolicited = new UnsolicitedRecord(options.redactor);
    this.#transport = options.transport ?? directTransport;
    const connectionOptions = {
      base: this.#base,
      transport: this.#transport,
      timeoutMs: options.timeoutMs,
      now: this.#now,
      nextNumber: options.numbers.nextConnection,
      onUnsolicited: this.#unsolicited.note,
    };
    this.#slots = new ConnectionSlots(
      options.connections ?? targetLimits.connections,
      () => new HttpConnection(connectionOptions),
    );
    this.#gate = new PacedGate({
      minuteMs: options.minuteMs ?? 60_000,
      epochAtZeroMs: this.#epochAtOriginMs,
      timers: { now: this.#now, schedule },
      random: seededNumbers(options.seed),
      onWait: (wait) => options.onWait?.(wait),
    });
    const { stopped = new AbortController().signal } = options;
    this.#release = onAbort(stopped, () => this.#stop(stopped.reason));
  }

  get requestsSent(): number {
    return this.#options.numbers.requestsSent;
  }

  async send(
    asked: OutgoingRequest,
    check: string,
    { fresh = false, beside = false }: SendingManner = {},
  ): Promise<Exchange> {
    this.#rememberDerived(asked);
    const request = carrying(asked, this.#transport.headers);
    let refusals = 0;
    let resets = 0;
    let waitedMs = 0;
    let retryOf: number | null = null;
    let isRepeatedTimeout = false;
    for (;;) {
      const pass = await this.#gate.enter(request.credential);
      const isFresh = fresh || retryOf !== null || resets > 0 || this.#keepsNone;
      const attempt = { fresh: isFresh, beside, retryOf };
      const sent: Sent = await this.#exchange(request, check, attempt).catch((error: unknown) => {
        this.#gate.leave(pass, null, refusals);
        throw error;
      });
      const { exchange, unanswered, reused } = sent;
      const repeatAtMs = this.#gate.leave(pass, exchange, refusals);
      retryOf = null;
      if (exchange.response?.status === 408 && !isRepeatedTimeout) {
        isRepeatedTimeout = true;
        retryOf = exchange.number;
        continue;
      }
      // A server may close a kept connection at any time, also while a request is on its way (RFC 9112 9.3.1).
      if (unanswered && resets < targetLimits.repeatsAfterReset && (resets > 0 || reused)) {
        resets += 1;
        retryOf = exchange.number;
        continue;
      }
      if (repeatAtMs !== null) {
        this.#gate.assertAllowance(request.credential);
      }
      if (repeatAtMs === null || refusals === targetLimits.repeatsAfterRefusal) {
        return exchange;
      }
      waitedMs += Math.max(0, repeatAtMs - this.#now());
      if (waitedMs > this.#gate.refusalWaitMs) {
        return exchange;
      }
      refusals += 1;
    }
  }

  isDesynchronised(connection: number): boolean {
    return this.#unsolicited.has(connection);
  }

  #stop(reason: RunStopped): void {
    if (this.#stopped === null) {
      this.#stopped = reason;
      this.#gate.stop(reason);
      this.#slots.refuse(reason);
      for (const connection of this.#slots.connections) {
        connection.abort({ code: 'interrupted', detail: reason.message });
      }
    }
  }

  async close(): Promise<void> {
    this.#release();
    this.#stop(new RunStopped('interrupted'));
    await Promise.all(this.#slots.connections.map((connection) => connection.destroy()));
  }

  /** Sends the request once and returns its exchange. */
  async #exchange(
    request: OutgoingRequest,
    check: string,
    { fresh, beside, retryOf }: Attempt,
  ): Promise<Sent> {
    const connection = await this.#slots.take(beside);
    if (fresh) {
      void connection.destroy();
    }
    let outcome: WireOutcome;
    const body = bytesOf(request.body);
    let start: Parameters<typeof recordExchange>[0];
    try {
      this.#assertGoing();
      const number = this.#options.numbers.take(1);
      await connection.rested();
      this.#assertGoing();
      start = {
        number,
        check,
        startedAt: new Date(this.#epochAtOriginMs + this.#now()).toISOString(),
        ...(retryOf === null ? {} : { retryOf }),
        ...this.#unsolicited.take(),
        traceparent: this.#caller.traceparent(number),
      };
      outcome = await connection.exchange(this.#caller.wire(request, number, body));
    } finally {
      this.#slots.give(connection);
    }
    const exchange = await recordExchange(start, request, body?.length ?? 0, outcome, this.#redactor);
    this.#unsolicited.see(exchange);
    this.#options.onExchange(exchange);
    if (this.#stopped !== null && exchange.failure?.code === 'interrupted') {
      throw this.#stopped;
    }
    const unanswered = outcome.failure?.code === 'reset' && outcome.receivedBytes === 0;
    if (outcome.reused) {
      this.#closedWhenKept = unanswered ? this.#closedWhenKept + 1 : 0;
    }
    return { exchange, unanswered, reused: outcome.reused };
  }

  /**
   * A server that closes connections unannounced would receive nearly every request twice, and after unsolicited bytes
   * a response may belong to another request.
   */
  get #keepsNone(): boolean {
    return this.#unsolicited.isAny || this.#closedWhenKept >= targetLimits.closedToKeepNone;
  }

  /** @throws {RunStopped} after `stop`. */
  #assertGoing(): void {
    if (this.#stopped !== null) {
      throw this.#stopped;
    }
  }

  /** A header shown as an expression over a key holds a near miss of it, which a server may repeat as well. */
  #rememberDerived(request: OutgoingRequest): void {
    for (const { value, shownAs } of request.headers) {
      if (shownAs?.includes('$')) {
        const scheme = /^\S+ +/.exec(value)?.[0] ?? '';
        if (shownAs.startsWith(scheme)) {
          this.#redactor.registerDerived(value.slice(scheme.length), shownAs.slice(scheme.length));
        }
      }
    }
  }

  readonly #now = (): number => performance.now() - this.#originMs;
}

function schedule(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, Math.min(delayMs, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}
