import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from '../../src/exchange/exchange.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import { startWatch } from '../../src/watchers/start-watch.ts';
import type { WatchContext } from '../../src/watchers/watch.ts';

/** 12 June 2026, 10:00:00 UTC: where the virtual clock of these tests starts. */
export const epochMs = Date.UTC(2026, 5, 12, 10);

export const context: WatchContext = {
  planLimit: { perMinute: 60, perDay: 1000 },
  minuteMs: 60_000,
  dayMs: 86_400_000,
};

export interface Shape {
  readonly number?: number;
  readonly sentAtMs?: number;
  readonly durationMs?: number;
  readonly startedAt?: string;
  readonly method?: string;
  readonly target?: string;
  readonly body?: string | null;
  readonly credential?: RecordedRequest['credential'];
  /** Fields instead of, or besides, the ordinary ones; `null` takes one away. */
  readonly sent?: Readonly<Record<string, string | null>>;
  readonly status?: number;
  readonly answer?: string;
  readonly received?: Readonly<Record<string, string | null>>;
  readonly moreReceived?: HeaderList;
  readonly response?: Partial<RecordedResponse> | null;
  readonly failure?: Exchange['failure'];
  readonly across?: 'during' | 'after';
}

/** An exchange with a conforming service; every part can be made otherwise. */
export function exchange(shape: Shape = {}): Exchange {
  const { number = 1, sentAtMs = number * 10, durationMs = 2 } = shape;
  return {
    number,
    check: 'list/returns-pets',
    startedAt: shape.startedAt ?? new Date(epochMs + sentAtMs).toISOString(),
    sentAtMs,
    headersAtMs: shape.response === null ? null : sentAtMs + durationMs,
    finishedAtMs: sentAtMs + durationMs,
    connection: 1,
    traceparent: `00-${String(number).padStart(32, '0')}-0000000000000001-01`,
    request: request(shape, number),
    response: shape.response === null ? null : response(shape, sentAtMs),
    failure: shape.failure ?? null,
    ...(shape.across === undefined ? {} : { across: shape.across }),
  };
}

function request(shape: Shape, number: number): RecordedRequest {
  const { method = 'GET', target = '/pets', body = null, credential = 'api-key' } = shape;
  const isCreation = method === 'POST';
  const headers = {
    Host: '127.0.0.1:8080',
    Connection: 'keep-alive',
    'User-Agent': 'animal-store-conformance/0.1.0',
    traceparent: `00-${String(number).padStart(32, '0')}-0000000000000001-01`,
    Authorization: credential === 'none' ? null : `Bearer $KEY_OF_${credential}`,
    'Content-Type': isCreation ? 'application/json' : null,
    'Content-Length': isCreation ? `${Buffer.byteLength(body ?? '')}` : null,
    ...shape.sent,
  };
  return { method, target, headers: fields(headers), body, credential };
}

function response(shape: Shape, sentAtMs: number): RecordedResponse {
  const { status = 200, answer = '[]' } = shape;
  const now = epochMs + sentAtMs;
  const headers = {
    'Content-Type': 'application/json',
    Date: new Date(now).toUTCString(),
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '30',
    'X-RateLimit-Reset': `${Math.ceil(now / 60_000) * 60}`,
    ...shape.received,
  };
  return {
    status,
    headers: [...fields(headers), ...(shape.moreReceived ?? [])],
    body: answer,
    bodyBytes: Buffer.byteLength(answer),
    utf8: true,
    secretsEchoedIn: [],
    ...shape.response,
  };
}

function fields(headers: Readonly<Record<string, string | null>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

export function errorBody(status: number, code = `error_${status}`): string {
  return JSON.stringify({ code, message: 'It did not work.', status });
}

/** Every finding of a run of exchanges. */
export function findingsOf(exchanges: Iterable<Exchange>, runContext: WatchContext = context): Finding[] {
  const watch = startWatch(runContext);
  return [...exchanges].flatMap((one) => watch.see(one).findings);
}

/** The requirements that the watches report as violated, sorted. */
export function reportedRequirements(
  exchanges: Iterable<Exchange>,
  runContext: WatchContext = context,
): string[] {
  return [...new Set(findingsOf(exchanges, runContext).map(({ requirement }) => requirement))].sort();
}

export const unknownPlan = { planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 };

/** A list that is served, or an animal that is not, with what its headers say is left. */
export function answer(
  number: number,
  sentAtMs: number,
  durationMs: number,
  status: number,
  limit: number,
  left: number,
): Exchange {
  return exchange({
    number,
    sentAtMs,
    durationMs,
    status,
    ...(status === 200 ? {} : { target: '/pets/5', answer: errorBody(status) }),
    received: { 'X-RateLimit-Limit': `${limit}`, 'X-RateLimit-Remaining': `${left}` },
  });
}
