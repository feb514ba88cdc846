import type { CredentialLabel, Exchange, ExchangeFailure, HeaderList } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { RawEntry } from './har-value.ts';

/** Header fields that clients and proxies add to each request without effect on responses. */
const ambient =
  /^(?:sec-.*|referer|dnt|priority|upgrade-insecure-requests|te|x-client-data|baggage|sentry-trace|b3|x-b3-.*|postman-token|x-requested-with|x-request-id|x-correlation-id|x-amzn-trace-id|http2-settings)$/i;
/** They may be the cause of a refusal. */
const ambientIfServed = /^(?:origin|via|x-real-ip|(?:x-)?forwarded(?:-.*)?)$/i;
/** They are for caches, or offer HTTP/2 by the same request. */
const ambientValues = new Map([
  ['cache-control', /^max-age=0$/i],
  ['connection', /^upgrade, ?http2-settings$/i],
  ['upgrade', /^h2c$/i],
]);
const privateFields = new Set(['cookie', 'set-cookie', 'proxy-authorization']);
/** The common data of all entries of a recording. */
export interface HarContext {
  /** ms since 1970 of the first request, and of the end of the last one. */
  readonly firstMs: number;
  readonly lastMs: number;
  /** The resolution of the times of all entries, in ms. */
  readonly resolutionMs: number;
  readonly redactor: Redactor;
  readonly label: (entry: RawEntry) => CredentialLabel;
  /** An Authorization as a record shows it. */
  readonly shown: (authorization: string) => string;
}

/**
 * An entry as an exchange of ours, secrets replaced. A body that the recording does not hold is one that broke off.
 *
 * @param number 1, 2, … in the order in which the requests were sent
 * @param target path and query below the base URL
 * @param connection 1, 2, …; 0 where it is not known
 */
export function harExchange(
  entry: RawEntry,
  number: number,
  target: string,
  connection: number,
  context: HarContext,
): Exchange {
  const { redactor, firstMs } = context;
  const resolutionMs = Math.max(entry.resolutionMs, context.resolutionMs);
  const sentAtMs = entry.startedMs - firstMs;
  // Unknown times widen the span in which the service may have decided, up to the whole exchange.
  const finishedAtMs = Number.isNaN(entry.durationMs)
    ? context.lastMs - firstMs + resolutionMs
    : sentAtMs + entry.durationMs + resolutionMs;
  const body = entry.responseBody;
  const shownBody = redactor.redactionOfBody(body?.text ?? '');
  return {
    number,
    check: 'recorded',
    startedAt: new Date(entry.startedMs).toISOString(),
    sentAtMs,
    headersAtMs: finishedAtMs,
    finishedAtMs,
    connection,
    ...(entry.across === null ? {} : { across: entry.across }),
    traceparent: headerValue(entry.requestHeaders, 'traceparent') ?? '',
    request: {
      method: entry.method,
      target: redactor.redact(target),
      headers: redacted(sentHeaders(entry), context),
      body: typeof entry.requestBody === 'string' ? redactor.redact(entry.requestBody) : null,
      credential: context.label(entry),
    },
    response: {
      status: entry.status,
      headers: redacted(entry.responseHeaders, context),
      body: shownBody.text,
      bodyBytes: body?.bytes ?? 0,
      utf8: body?.utf8 ?? true,
      secretsEchoedIn: shownBody.count === 0 ? [] : ['body'],
    },
    failure: body === null ? missing : null,
  };
}

const missing: ExchangeFailure = {
  code: 'interrupted',
  detail: 'the recording has no body, or only a part of it',
};

/** A request has a Host; some programs leave it out of what they record. */
function sentHeaders({ requestHeaders, url, status }: RawEntry): HeaderList {
  const isRefused = status >= 400;
  const kept = requestHeaders.filter(
    ([name, value], index) =>
      // HTTP/2 splits cookies over several fields (RFC 9113 section 8.2.3).
      !(isCookie(name) && requestHeaders.findIndex(([other]) => isCookie(other)) < index) &&
      !ambient.test(name) &&
      ambientValues.get(name.toLowerCase())?.test(value) !== true &&
      (isRefused || !ambientIfServed.test(name)),
  );
  const hasHost = kept.some(([name]) => /^(?:host|:authority)$/i.test(name));
  return hasHost ? kept : [['Host', new URL(url).host], ...kept];
}

function isCookie(name: string): boolean {
  return name.toLowerCase() === 'cookie';
}

function redacted(headers: HeaderList, { redactor, shown }: HarContext): HeaderList {
  return headers.map(([name, value]) => {
    const field = name.toLowerCase();
    if (field === 'authorization') {
      return [name, shown(value)];
    }
    return [name, privateFields.has(field) ? '(left out)' : redactor.redact(value)];
  });
}
