import type { Exchange, FailureCode, Operation, UnsolicitedBytes } from '../exchange/exchange.ts';
import { isLarge } from '../exchange/request-description.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted } from './quoted.ts';
import type { Notes, Watcher } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'errors/no-server-error';
const dropped: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** Far more than the connections that are open at the same time. */
const mostConnections = 1000;

/**
 * errors/no-server-error: no request results in a 5xx or a dropped connection.
 *
 * One dropped connection may be chance, so a finding needs two for identical requests, the second one sent after the
 * first was dropped. A reused connection does not count, because a server may close it at any time. An unusual request
 * does not count either, because the HTTP stack may refuse it. A server may refuse a large body by closing the
 * connection, and the client may then lose an earlier response (RFC 9112 section 9.6). So repeated drops of a large body
 * make the requirement inconclusive, and so do several lost responses to different requests.
 *
 * Unsolicited bytes also make a connection unusable: a client can't match responses to requests any more (RFC 9112
 * section 9.2) and has to close it. Some servers send a 408 when they close an idle connection (RFC 9110 section
 * 15.5.9).
 */
export class ServerErrorWatcher implements Watcher {
  readonly requirements = [id];
  readonly #drops = new RepeatedFailures();
  readonly #lost = new LostResponses();
  readonly #usedConnections = new Set<number>();
  #answered = false;

  see({ exchange, request, response }: WatchedExchange, notes: Notes): void {
    if (exchange.unsolicited !== undefined) {
      for (const unsolicited of exchange.unsolicited) {
        notes.judge(id, unsolicitedBytes(unsolicited));
      }
    }
    if (response !== null) {
      this.#answered = true;
      this.#remember(exchange.connection);
      this.#drops.succeeded(exchange);
      notes.judge(
        id,
        isServerError(exchange.request, request.operation, response.status)
          ? serverError(exchange, response.status)
          : null,
      );
      this.#lost.see(exchange);
    } else if (exchange.failure !== null && dropped.includes(exchange.failure.code)) {
      const { body } = exchange.request;
      if (!request.unusual) {
        this.#seeDrop(exchange, notes);
      } else if (body !== null && isLarge(body) && !this.#usedConnections.has(exchange.connection)) {
        this.#lost.seeLargeBody(exchange, body);
      }
    }
  }

  unreached(): readonly string[] {
    return this.#answered ? this.#lost.undecided : ['a response'];
  }

  #remember(connection: number): void {
    this.#usedConnections.add(connection);
    if (this.#usedConnections.size > mostConnections) {
      const [oldest = connection] = this.#usedConnections;
      this.#usedConnections.delete(oldest);
    }
  }

  #seeDrop(exchange: Exchange, notes: Notes): void {
    if (this.#usedConnections.has(exchange.connection)) {
      return;
    }
    this.#lost.see(exchange);
    const before = this.#drops.failed(exchange);
    if (before === null) {
      return;
    }
    notes.judge(id, {
      kind: 'dropped-connection',
      message: 'The connection was dropped without a response, twice for the same request',
      expected: 'a response',
      actual: quoted(exchange.failure?.detail ?? ''),
      related: [{ role: 'the same request before', exchange: before.number }],
    });
  }
}

/** No server is done waiting on a connection that was used this moment. */
const leastIdleMs = 100;

function unsolicitedBytes({ after, idleMs, beginning }: UnsolicitedBytes): Deviation | null {
  if (/^HTTP\/1\.[01] 408\b/.test(beginning) && idleMs >= leastIdleMs) {
    return null;
  }
  return {
    kind: 'unsolicited-bytes',
    message: 'The service sent bytes that belong to no response',
    expected: 'one response for each request',
    actual: beginning === '' ? 'extra bytes after the end of a response' : quoted(beginning),
    ...(after === null ? {} : { exchange: after }),
  };
}

/** 501 is the right answer to a method that a server does not have (RFC 9110 sections 9.1 and 15.6.2). */
function isServerError(
  { method }: Exchange['request'],
  operation: Operation | null,
  status: number,
): boolean {
  const isMissingMethod = operation === null && method !== 'GET' && method !== 'HEAD';
  return status >= 500 && !(status === 501 && isMissingMethod);
}

function serverError({ request }: Exchange, status: number) {
  return {
    kind: `status-${status}`,
    message: `A request returned ${status}`,
    expected: 'a status below 500',
    actual: `${status} to ${request.method} ${quoted(request.target)}`,
  };
}

const lostCodes: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** The minimum number of lost responses. A network may drop one or two connections of a run by chance. */
const minLost = 3;

/**
 * Counts lost responses that violate no requirement: the network may have dropped the connection, or the server may have
 * refused a large body. A run with several of them can't verify that the service responds to every request.
 */
class LostResponses {
  readonly #largeBodies = new RepeatedFailures();
  readonly #sizes = new Map<number, number>();
  #lost = 0;

  /** Sees a response, or a request without one on a new connection. Counts a lost or truncated response. */
  see(exchange: Exchange): void {
    this.#largeBodies.succeeded(exchange);
    if (exchange.failure !== null && lostCodes.includes(exchange.failure.code)) {
      this.#lost += 1;
    }
  }

  /** Sees a request with a large body that got no response on a new connection. */
  seeLargeBody(exchange: Exchange, body: string): void {
    if (this.#largeBodies.failed(exchange) !== null) {
      const bytes = Buffer.byteLength(body);
      this.#sizes.set(bytes, (this.#sizes.get(bytes) ?? 1) + 1);
    }
  }

  /** The responses that the run did not receive, as reasons of an inconclusive requirement. */
  get undecided(): readonly string[] {
    return [
      ...[...this.#sizes].map(
        ([bytes, times]) =>
          `a response to a body of ${bytes} bytes (lost ${times} times; a server may close the connection to refuse a large body)`,
      ),
      ...(this.#lost < minLost
        ? []
        : [`complete responses to all requests (${this.#lost} were lost or truncated)`]),
    ];
  }
}

/**
 * Keeps failed exchanges until the same request fails again, because one failure can be chance. The second one must be
 * sent after the first had failed.
 */
export class RepeatedFailures {
  readonly #before = new Map<string, Exchange>();

  /** The exchange in which this request failed before, or `null`. */
  failed(exchange: Exchange): Exchange | null {
    const key = identity(exchange);
    const before = this.#before.get(key);
    if (before === undefined) {
      this.#before.set(key, exchange);
      return null;
    }
    return exchange.sentAtMs < before.finishedAtMs ? null : before;
  }

  /** The request did not fail, so its earlier failure does not count. */
  succeeded(exchange: Exchange): void {
    if (this.#before.size > 0) {
      this.#before.delete(identity(exchange));
    }
  }
}

function identity({ request }: Exchange): string {
  const fields = request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent').flat();
  return JSON.stringify([request.method, request.target, request.body, request.credential, fields]);
}
