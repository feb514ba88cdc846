import type { Exchange, FailureCode, Operation, UnsolicitedBytes } from '../exchange/exchange.ts';
import { isLarge } from '../exchange/request-description.ts';
import type { Deviation } from '../verdict/finding.ts';
import { LostResponses, RepeatedFailures } from './lost-responses.ts';
import type { Notes } from './notes.ts';
import { quoted } from './quoted.ts';
import type { Watcher } from './watch.ts';
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
    for (const unsolicited of exchange.unsolicited ?? []) {
      notes.judge(id, unsolicitedBytes(unsolicited));
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
    for (const oldest of this.#usedConnections) {
      if (this.#usedConnections.size <= mostConnections) {
        return;
      }
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
