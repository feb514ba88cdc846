import type { Exchange, HeaderList } from '../../exchange/exchange.ts';
import type { Redactor } from '../../secrets/redaction.ts';
import { LargeBodies } from '../../target/collected-bytes.ts';
import { recordExchange } from '../../target/exchange-record.ts';
import type { TimelineEntry } from '../timeline.ts';
import type { SentRequest } from './request-maker.ts';

/** The inputs for rebuilding an exchange besides its entry. */
export interface RebuildingOptions {
  readonly check: string;
  readonly epochAtZeroMs: number;
  readonly redactor: Redactor;
}

/** The exchange of an entry whose answer was not kept: what the timeline knows of it, and a word that it is no more. */
export function rebuiltExchange(
  entry: TimelineEntry,
  sent: SentRequest,
  { check, epochAtZeroMs, redactor }: RebuildingOptions,
): Promise<Exchange> {
  const answer =
    entry.status === 0 ? null : { status: entry.status, headers: headersOf(entry), body: Buffer.alloc(0) };
  const detail =
    answer === null
      ? 'no response'
      : 'body not recorded: a burst keeps only status, rate limit headers and times';
  const start = {
    number: entry.exchange,
    check,
    startedAt: new Date(epochAtZeroMs + entry.sentAtMs).toISOString(),
    traceparent: sent.traceparent,
  };
  const outcome = {
    sentAtMs: entry.sentAtMs,
    headersAtMs: answer === null ? null : entry.answeredAtMs,
    finishedAtMs: entry.answeredAtMs,
    connection: entry.connection,
    reused: false,
    receivedBytes: 0,
    headerBlock: '',
    answer,
    failure: { code: 'other', detail } as const,
  };
  return recordExchange(start, sent.outgoing, sent.bodyBytes, outcome, {
    redactor,
    largeBodies: new LargeBodies(),
  });
}

function headersOf(entry: TimelineEntry): HeaderList {
  const headers: [string, string][] = [];
  const add = (name: string, figure: number) => {
    if (!Number.isNaN(figure)) {
      headers.push([name, String(figure)]);
    }
  };
  add('X-RateLimit-Limit', entry.limit);
  add('X-RateLimit-Remaining', entry.remaining);
  add('X-RateLimit-Reset', entry.reset);
  if (!Number.isNaN(entry.dateMs)) {
    headers.push(['Date', new Date(entry.dateMs).toUTCString()]);
  }
  if (entry.retryAfterForm === 'seconds') {
    add('Retry-After', entry.retryAfterMs / 1000);
  } else if (entry.retryAfterForm === 'date' && !Number.isNaN(entry.retryAfterMs + entry.dateMs)) {
    headers.push(['Retry-After', new Date(entry.dateMs + entry.retryAfterMs).toUTCString()]);
  } else if (entry.retryAfterForm === 'unreadable' && entry.unreadable !== null) {
    headers.push(['Retry-After', entry.unreadable]);
  }
  return headers;
}
