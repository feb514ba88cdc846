import type { ExchangeFailure, FailureCode } from '../../exchange/exchange.ts';
import type { WireOutcome, WireRequest } from '../../target/wire-exchange.ts';
import type { BurstLedger } from '../quota-wire.ts';

/** Both sides must have the same version, which `/status` returns. */
export const protocolVersion = 1;

/** The bounds of one burst that a generator accepts. */
export const burstBounds = {
  requests: 20_000,
  connections: 1_000,
  /** Bytes of the message, and of the bodies of all responses together. */
  messageBytes: 64_000_000,
  answerBytes: 64_000_000,
  /** Bytes of the body of one response; a longer one is no evidence. */
  bodyBytes: 65_536,
  /** How far ahead a start may be, and how long one response and the whole burst may take, in ms. */
  startMs: 60_000,
  timeoutMs: 60_000,
  burstMs: 300_000,
} as const;

export interface GeneratorStatus {
  readonly protocol: number;
  readonly version: string;
  readonly target: string;
  readonly busy: boolean;
}

/** A burst in the message of a coordinator. */
export interface BurstOrder {
  /** By the generator's clock. */
  readonly startAtMs: number;
  readonly connections: number;
  readonly mostRefused: number;
  readonly timeoutMs: number;
  readonly requests: readonly WireRequest[];
}

/** The result of the request at a position; times are those of the generator's clock. */
export interface PlacedOutcome {
  readonly position: number;
  readonly outcome: WireOutcome;
}

export interface BurstReturn {
  readonly ledger: BurstLedger;
  readonly outcomes: readonly PlacedOutcome[];
}

export function writeOrder({ requests, ...order }: BurstOrder): string {
  const written = requests.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers,
    body: body === null ? null : body.toString('base64'),
  }));
  return JSON.stringify({ ...order, requests: written });
}

/** An invalid message; the text is one line. */
export class BadMessage extends Error {
  override readonly name = 'BadMessage';
}

/** Fields that decide where a request goes or how it is framed; only the generator writes them. */
const ownFields =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i;
const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/;
const fieldValue = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;
const pathText = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]{0,4096}$/;

/**
 * Reads an order, whose requests must all be below the base URL, so that a generator is no relay.
 *
 * @throws {BadMessage}
 */
export function readOrder(text: string, base: URL): BurstOrder {
  const order = recordIn(parsed(text), 'the burst');
  const { requests } = order;
  if (!Array.isArray(requests) || requests.length < 1 || requests.length > burstBounds.requests) {
    throw new BadMessage(`requests: 1 to ${burstBounds.requests} are possible`);
  }
  return {
    startAtMs: numberIn(order, 'startAtMs', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
    connections: wholeIn(order, 'connections', 1, Math.min(requests.length, burstBounds.connections)),
    mostRefused: wholeIn(order, 'mostRefused', 1, burstBounds.requests),
    timeoutMs: numberIn(order, 'timeoutMs', 1, burstBounds.timeoutMs),
    requests: requests.map((request: unknown, index) => readRequest(request, `requests[${index}]`, base)),
  };
}

function readRequest(value: unknown, label: string, base: URL): WireRequest {
  const { method, path, headers, body } = recordIn(value, label);
  if (method !== 'GET' && method !== 'POST') {
    throw new BadMessage(`${label}.method: GET and POST are possible`);
  }
  if (typeof path !== 'string' || !isBelow(path, base)) {
    throw new BadMessage(`${label}.path: it is not below the target of this generator`);
  }
  if (!Array.isArray(headers) || headers.length > 200 || headers.length % 2 !== 0) {
    throw new BadMessage(`${label}.headers: names and values in turn, at most 100 fields`);
  }
  for (const [index, part] of headers.entries()) {
    const pattern = index % 2 === 0 ? fieldName : fieldValue;
    if (typeof part !== 'string' || !pattern.test(part) || (index % 2 === 0 && ownFields.test(part))) {
      throw new BadMessage(`${label}.headers: field ${Math.floor(index / 2) + 1} is not allowed`);
    }
  }
  if (body !== null && (typeof body !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(body))) {
    throw new BadMessage(`${label}.body: it must be null or base64`);
  }
  return { method, path, headers, body: body === null ? null : Buffer.from(body, 'base64') };
}

/** Whether a path stays below that of the base URL, however a server resolves dots, escapes and slashes. */
export function isBelow(path: string, base: URL): boolean {
  const prefix = base.pathname.replace(/\/+$/, '');
  const [place = ''] = path.split('?', 1);
  if (!pathText.test(path) || !place.startsWith(`${prefix}/`)) {
    return false;
  }
  // Servers resolve escapes once, twice or as another encoding, and some drop what follows `;`. No burst needs either.
  const below = place.slice(prefix.length);
  return !/[%;]|\/\//.test(below) && !below.split('/').some((segment) => /^\.+$/.test(segment));
}

export function writeReturn({ ledger, outcomes }: BurstReturn): string {
  const rows = outcomes.map(({ position, outcome }) => [
    position,
    outcome.sentAtMs,
    outcome.headersAtMs,
    outcome.finishedAtMs,
    outcome.connection,
    outcome.reused,
    outcome.receivedBytes,
    outcome.failure === null ? null : [outcome.failure.code, outcome.failure.detail],
    outcome.answer === null
      ? null
      : [outcome.answer.status, outcome.answer.headers, outcome.answer.body.toString('base64')],
  ]);
  return JSON.stringify({ ledger, outcomes: rows });
}

const failureCodes: Readonly<Record<FailureCode, true>> = {
  unresolved: true,
  refused: true,
  unreachable: true,
  tls: true,
  proxy: true,
  reset: true,
  timeout: true,
  truncated: true,
  'not-http': true,
  'headers-too-large': true,
  'body-too-large': true,
  'bad-content-encoding': true,
  interrupted: true,
  other: true,
};

/**
 * Reads the outcomes of an order of that size: each request at most once.
 *
 * @throws {BadMessage}
 */
export function readReturn(text: string, size: number): BurstReturn {
  const { ledger, outcomes } = recordIn(parsed(text), 'the result');
  const books = recordIn(ledger, 'ledger');
  if (!Array.isArray(outcomes) || outcomes.length > size) {
    throw new BadMessage('outcomes: more than requests');
  }
  const positions = new Set<number>();
  const read = outcomes.map((row: unknown, index) => {
    const placed = readOutcome(row, `outcomes[${index}]`, size);
    if (positions.has(placed.position)) {
      throw new BadMessage(`outcomes[${index}]: request ${placed.position} occurs twice`);
    }
    positions.add(placed.position);
    return placed;
  });
  const sent = wholeIn(books, 'sent', 0, size);
  if (read.filter(({ outcome }) => outcome.connection !== 0).length !== sent) {
    throw new BadMessage('outcomes: there are not as many as requests were sent');
  }
  const answered = wholeIn(books, 'answered', 0, sent);
  return {
    ledger: {
      engine: books['engine'] === 'autocannon' ? 'autocannon' : 'undici',
      asked: size,
      sent,
      answered,
      unanswered: sent - answered,
      connections: wholeIn(books, 'connections', 0, burstBounds.connections),
    },
    outcomes: read,
  };
}

function readOutcome(row: unknown, label: string, size: number): PlacedOutcome {
  const [position, sent, headers, finished, connection, reused, bytes, failure, answer] = listIn(row, label);
  const headersAtMs = headers === null ? null : finite(headers, label);
  const outcome: WireOutcome = {
    sentAtMs: finite(sent, label),
    headersAtMs,
    finishedAtMs: finite(finished, label),
    connection: finite(connection, label),
    reused: reused === true,
    receivedBytes: finite(bytes, label),
    headerBlock: '',
    answer: answer === null ? null : readAnswer(listIn(answer, label), label),
    failure: failure === null ? null : readFailure(listIn(failure, label)),
  };
  const place = finite(position, label);
  const isOrdered = outcome.sentAtMs <= (headersAtMs ?? outcome.finishedAtMs);
  if (!Number.isInteger(place) || place < 0 || place >= size || !isOrdered) {
    throw new BadMessage(`${label}: it belongs to no request`);
  }
  return { position: place, outcome };
}

function readAnswer([status, headers, body]: readonly unknown[], label: string): WireOutcome['answer'] {
  if (typeof body !== 'string') {
    throw new BadMessage(`${label}: a body is missing`);
  }
  const fields = listIn(headers, label).map((field) => {
    const [name, value] = listIn(field, label);
    if (typeof name !== 'string' || typeof value !== 'string') {
      throw new BadMessage(`${label}: a field is not text`);
    }
    return [name, value] as const;
  });
  const code = finite(status, label);
  if (!Number.isInteger(code) || code < 100 || code > 999) {
    throw new BadMessage(`${label}: ${code} is not a status`);
  }
  return { status: code, headers: fields, body: Buffer.from(body, 'base64') };
}

function readFailure([code, detail]: readonly unknown[]): ExchangeFailure {
  const isKnown = (text: string): text is FailureCode => Object.hasOwn(failureCodes, text);
  const text = String(code);
  return { code: isKnown(text) ? text : 'other', detail: String(detail).slice(0, 500) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadMessage('it is not JSON');
  }
}

export function recordIn(value: unknown, label: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BadMessage(`${label}: it must be an object`);
  }
  return { ...value };
}

function listIn(value: unknown, label: string): readonly unknown[] {
  if (!Array.isArray(value)) {
    throw new BadMessage(`${label}: it must be a list`);
  }
  return value;
}

function finite(value: unknown, label: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new BadMessage(`${label}: a number is missing`);
  }
  return value;
}

export function numberIn(
  of: Readonly<Record<string, unknown>>,
  name: string,
  least: number,
  most: number,
): number {
  const value = finite(of[name], name);
  if (value < least || value > most) {
    throw new BadMessage(`${name}: ${least} to ${most} is possible`);
  }
  return value;
}

function wholeIn(of: Readonly<Record<string, unknown>>, name: string, least: number, most: number): number {
  const value = numberIn(of, name, least, most);
  if (!Number.isInteger(value)) {
    throw new BadMessage(`${name}: it must be a whole number`);
  }
  return value;
}
