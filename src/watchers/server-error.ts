import type { Exchange, Operation, UnsolicitedBytes } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { isLarge } from '../exchange/request-description.ts';
import type { Deviation } from '../verdict/finding.ts';
import { isLost, LostResponses } from './lost-responses.ts';
import { quoted } from './quoted.ts';
import { RepeatedFailures } from './repeated-failures.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'errors/no-server-error';
/** The maximum number of remembered connections, far more than are open concurrently. */
const mostConnections = 1000;

/**
 * errors/no-server-error: no request results in a 5xx or a dropped connection.
 *
 * One dropped connection may be chance, so a finding needs two for identical requests, the second one sent after the
 * first was dropped, or many of different ones. A reused connection does not count there, because a server may close it
 * at any time. An unusual request does not count either, because the HTTP stack may refuse it. A server may refuse a
 * large body by closing the connection, and the client may then lose an earlier response (RFC 9112 section 9.6). So
 * repeated drops of a large body make the requirement inconclusive.
 *
 * Unsolicited bytes also make a connection unusable: a client can't match responses to requests any more (RFC 9112
 * section 9.2) and has to close it. Some servers send a 408 when they close an idle connection (RFC 9110 section
 * 15.5.9); a busy client may read it together with the response before.
 */
export class ServerErrorWatcher {
  readonly #drops = new RepeatedFailures();
  readonly #lost: LostResponses | null;
  /** The sizes of large bodies that were dropped repeatedly, in bytes: the server may have refused them. */
  readonly #droppedBodies = new Set<number>();
  /** When the last exchange on each connection was over, in ms since the start of the run. */
  readonly #lastUses = new Map<number, number>();

  constructor(countsLosses: boolean) {
    this.#lost = countsLosses ? new LostResponses() : null;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    const { exchange, request, response } = watched;
    const lastUse = this.#lastUses.get(exchange.connection);
    const lost = this.#lost?.see(watched, lastUse === undefined ? null : exchange.sentAtMs - lastUse) ?? null;
    if (lost !== null) {
      notes.judge(id, lost);
    }
    if (exchange.unsolicited !== undefined) {
      for (const unsolicited of exchange.unsolicited) {
        notes.judge(id, unsolicitedBytes(unsolicited));
      }
    }
    if (response !== null) {
      this.#remember(exchange);
      this.#drops.succeeded(exchange);
      notes.judge(
        id,
        isServerError(exchange.request, request.operation, response.status)
          ? serverError(exchange, response.status)
          : null,
      );
    } else if (isLost(exchange) && lastUse === undefined) {
      const { body } = exchange.request;
      if (!request.unusual) {
        this.#seeDrop(exchange, notes);
      } else if (body !== null && isLarge(body) && this.#drops.failed(exchange) !== null) {
        this.#droppedBodies.add(Buffer.byteLength(body));
      }
    }
  }

  get undecided(): readonly string[] {
    const undecided = this.#lost?.undecided ?? null;
    const dropped = [...this.#droppedBodies].map(
      (bytes) =>
        `a response to a body of ${bytes} bytes (lost repeatedly; a server may close the connection to refuse a large body)`,
    );
    return [...dropped, ...(undecided === null ? [] : [undecided])];
  }

  #remember({ connection, finishedAtMs }: Exchange): void {
    this.#lastUses.set(connection, finishedAtMs);
    if (this.#lastUses.size > mostConnections) {
      const [oldest = connection] = this.#lastUses.keys();
      this.#lastUses.delete(oldest);
    }
  }

  #seeDrop(exchange: Exchange, notes: Notes): void {
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

function unsolicitedBytes({ after, beginning }: UnsolicitedBytes): Deviation | null {
  if (/^HTTP\/1\.[01] 408\b/.test(beginning)) {
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

/**
 * 501 is right for a method that a server does not have (RFC 9110 sections 9.1 and 15.6.2), and for a transfer coding
 * (RFC 9112 section 6.1).
 */
function isServerError(
  { method, headers }: Exchange['request'],
  operation: Operation | null,
  status: number,
): boolean {
  const isMissingMethod = operation === null && method !== 'GET' && method !== 'HEAD';
  const isMissingCoding = headerValue(headers, 'Transfer-Encoding') !== undefined;
  return status >= 500 && !(status === 501 && (isMissingMethod || isMissingCoding));
}

function serverError({ request }: Exchange, status: number) {
  return {
    kind: `status-${status}`,
    message: `A request returned ${status}`,
    expected: 'a status below 500',
    actual: `${status} to ${request.method} ${quoted(request.target)}`,
  };
}
