import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';

/** The only page of the HAR, which some readers require. */
export const pageId = 'run';

/** The maximum length of a body, in characters: developer tools are slow with longer ones. */
const longestBody = 256 * 1024;

/** A name with a value: a header field, a query parameter. */
interface HarPair {
  readonly name: string;
  readonly value: string;
}

/**
 * An exchange as an entry of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), times in ms, sizes in bytes, -1
 * if unknown. Members with an underscore in front are extensions, of this program or of browsers. Secrets are replaced
 * already. Cookies are among the header fields only.
 */
export function harEntry(exchange: Exchange, baseUrl: string) {
  const { sentAtMs, headersAtMs, finishedAtMs, connection, check, number } = exchange;
  const wait = atLeastZero((headersAtMs ?? finishedAtMs) - sentAtMs);
  const receive = headersAtMs === null ? 0 : atLeastZero(finishedAtMs - headersAtMs);
  return {
    pageref: pageId,
    startedDateTime: exchange.startedAt,
    time: atLeastZero(wait + receive),
    request: harRequest(exchange.request, baseUrl),
    response: harResponse(exchange),
    cache: {},
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive },
    ...(connection === 0 ? {} : { connection: String(connection) }),
    comment: `exchange ${number}, sent for ${check}`,
    _number: number,
    _check: check,
    _credential: exchange.request.credential,
    ...(exchange.across === undefined ? {} : { _across: exchange.across }),
  };
}

function harRequest(request: RecordedRequest, baseUrl: string) {
  const { method, target, headers, body } = request;
  return {
    method,
    url: /^https?:/.test(target) ? target : baseUrl + target,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    queryString: queryPairs(target),
    ...(body === null
      ? {}
      : { postData: { mimeType: headerValue(headers, 'Content-Type') ?? '', text: body } }),
    headersSize: -1,
    bodySize: body === null ? 0 : Buffer.byteLength(body),
  };
}

function harResponse({ response, failure }: Exchange) {
  const { status = 0, headers = [] } = response ?? {};
  return {
    status,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: response === null ? { size: 0, mimeType: 'x-unknown', text: '' } : harContent(response),
    redirectURL: headerValue(headers, 'Location') ?? '',
    headersSize: -1,
    bodySize: contentLength(headers),
    ...(failure === null ? {} : { _error: `${failure.code}: ${failure.detail}` }),
  };
}

function harContent({ headers, headersLeftOut, body, bodyBytes, bodyDigest, utf8 }: RecordedResponse) {
  const text = body.slice(0, longestBody);
  const comments = [
    ...(utf8 ? [] : ['the body was not UTF-8; invalid bytes are replaced with U+FFFD']),
    ...(text.length < body.length ? [`the last ${body.length - text.length} characters are cut`] : []),
    ...(bodyDigest === undefined ? [] : [`the record keeps the beginning of the body only: ${bodyDigest}`]),
    ...(headersLeftOut === undefined
      ? []
      : [
          `the record omits ${headersLeftOut.fields} header fields (${headersLeftOut.characters} characters)`,
        ]),
  ];
  return {
    size: bodyBytes,
    mimeType: headerValue(headers, 'Content-Type') ?? 'x-unknown',
    text,
    ...(comments.length === 0 ? {} : { comment: comments.join('; ') }),
  };
}

function pairs(headers: HeaderList): HarPair[] {
  return headers.map(([name, value]) => ({ name, value }));
}

/** Names and values as in the URL. */
function queryPairs(target: string): HarPair[] {
  const mark = target.indexOf('?');
  return mark === -1
    ? []
    : target
        .slice(mark + 1)
        .split('&')
        .map((part) => namedValue(part));
}

function namedValue(text: string): HarPair {
  const sign = text.indexOf('=');
  return sign === -1 ? { name: text, value: '' } : { name: text.slice(0, sign), value: text.slice(sign + 1) };
}

function contentLength(headers: HeaderList): number {
  const length = headerValue(headers, 'Content-Length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : -1;
}

function atLeastZero(durationMs: number): number {
  return Math.max(0, Math.round(durationMs * 1000) / 1000);
}
