import type { Exchange, FailureCode } from '../exchange/exchange.ts';
import type { Notes } from './notes.ts';
import { quoted } from './quoted.ts';
import type { Sight } from './sight.ts';
import type { Watcher } from './watcher.ts';

const id = 'errors/no-server-error';
const dropped: readonly FailureCode[] = ['reset', 'truncated', 'not-http'];
/** So many are open at once at most, and a good many more. */
const mostConnections = 1000;
const documentedMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * errors/no-server-error: no request brings a 5xx or a dropped connection.
 *
 * One dropped connection can be chance, so two in a row for identical requests are needed, the second one sent
 * after the first had been dropped. A connection that has served others says nothing: a server may close it
 * whenever it likes. An unusual request may be dropped: the HTTP stack may have refused it.
 */
export class ServerErrorWatcher implements Watcher {
  readonly requirements = [id];
  readonly #droppedBefore = new Map<string, Exchange>();
  readonly #usedConnections = new Set<number>();
  #answered = false;

  see({ exchange, request, response }: Sight, notes: Notes): void {
    if (response !== null) {
      this.#answered = true;
      this.#remember(exchange.connection);
      if (this.#droppedBefore.size > 0) {
        this.#droppedBefore.delete(identity(exchange));
      }
      notes.judge(
        id,
        isServerError(exchange, response.status) ? serverError(exchange, response.status) : null,
      );
    } else if (exchange.failure !== null && dropped.includes(exchange.failure.code) && !request.unusual) {
      this.#seeDrop(exchange, notes);
    }
  }

  unreached(): readonly string[] {
    return this.#answered ? [] : ['an answer'];
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
    const key = identity(exchange);
    const before = this.#droppedBefore.get(key);
    if (before === undefined) {
      this.#droppedBefore.set(key, exchange);
      return;
    }
    if (exchange.sentAtMs < before.finishedAtMs) {
      return;
    }
    notes.judge(id, {
      kind: 'dropped-connection',
      message: 'The connection was dropped without an answer, twice for the same request',
      expected: 'an answer',
      actual: quoted(exchange.failure?.detail ?? ''),
      related: [{ role: 'the same request before', exchange: before.number }],
    });
  }
}

/** 501 is the right answer to a method that a server does not know (RFC 9110 section 15.6.2). */
function isServerError({ request }: Exchange, status: number): boolean {
  return status >= 500 && !(status === 501 && !documentedMethods.has(request.method));
}

function serverError({ request }: Exchange, status: number) {
  return {
    kind: `status-${status}`,
    message: `A request was answered with status ${status}`,
    expected: 'a status below 500',
    actual: `${status} to ${request.method} ${quoted(request.target)}`,
  };
}

function identity({ request }: Exchange): string {
  const fields = request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent').flat();
  return JSON.stringify([request.method, request.target, request.body, request.credential, fields]);
}
