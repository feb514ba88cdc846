import type { Exchange, FailureCode, RecordedResponse } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';
import { jsonBody } from '../exchange/response-body.ts';
import type { Deviation } from '../verdict/finding.ts';
import { quoted } from './quoted.ts';
import { identity, RepeatedFailures } from './repeated-failures.ts';
import type { Notes } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'responses/media-type';
const expected = 'Content-Type: application/json, and well-formed JSON in UTF-8';

/**
 * responses/media-type: every body that the document describes is `application/json` and is JSON.
 *
 * A truncated body is no evidence, because the network may cause it, unless the same request is truncated three more
 * times, each on a new connection and after a complete response to another request.
 *
 * An empty 400, 401 or 404 has no media type to judge: it is for errors/body-shape. Every other answer to a
 * described request is a deviation already. A service may not send a byte order mark (RFC 8259 section 8.1), even
 * though some parsers ignore it.
 */
export class MediaTypeWatcher {
  readonly #stalled = new RepeatedFailures();
  readonly #cut = new CutBodies();
  #wholeSince = 0;

  see(seen: WatchedExchange, notes: Notes): void {
    const { exchange, response, whole, describedBody, answer } = seen;
    if (whole) {
      this.#stalled.succeeded(exchange);
      this.#cut.succeeded(exchange);
      this.#wholeSince = exchange.number;
    } else if (describedBody && brokenOff.includes(exchange.failure?.code ?? 'other')) {
      this.#seeBroken(seen, notes);
      return;
    }
    const undecodable = exchange.failure?.code === 'bad-content-encoding';
    if (response === null || !describedBody || !(whole || undecodable)) {
      return;
    }
    if (response.body === '' && response.status >= 400 && !undecodable) {
      return;
    }
    const deviation = undecodable ? undecodableBody(response) : (wrongType(response) ?? wrongBody(response));
    notes.judge(id, deviation === null ? null : { ...deviation, message: `${answer}: ${deviation.message}` });
  }

  #seeBroken({ exchange, response, answer }: WatchedExchange, notes: Notes): void {
    const isStall = exchange.failure?.code === 'timeout';
    const before = isStall ? this.#stalledBefore(exchange) : this.#cut.cutBefore(exchange, this.#wholeSince);
    if (before === null) {
      return;
    }
    notes.judge(id, {
      kind: isStall ? 'never-finished' : 'broken-off',
      message: `${answer}: the body ${isStall ? 'stalls, twice' : 'is truncated, every time'} for the same request`,
      expected: 'a complete body: well-formed JSON in UTF-8',
      actual: `${response?.bodyBytes} bytes, then: ${exchange.failure?.detail}`,
      related: [{ role: 'the same request before', exchange: before.number }],
    });
  }

  #stalledBefore(exchange: Exchange): Exchange | null {
    const before = this.#stalled.failed(exchange);
    // A slow service truncates at different points, and one that hangs responds to no request meanwhile.
    const isSame =
      before?.response?.bodyBytes === exchange.response?.bodyBytes && before?.failure?.code === 'timeout';
    return isSame && before.connection !== exchange.connection && this.#wholeSince > before.number
      ? before
      : null;
  }
}

/** The number of truncated responses to a request that is reported. */
const cutsToReport = 4;

/** Requests whose responses were cut off every time. */
class CutBodies {
  readonly #last = new Map<string, { readonly exchange: Exchange; readonly times: number }>();

  succeeded(exchange: Exchange): void {
    if (this.#last.size > 0) {
      this.#last.delete(identity(exchange));
    }
  }

  /** The previous truncated exchange, if the request was truncated often enough with complete responses in between. */
  cutBefore(exchange: Exchange, wholeSince: number): Exchange | null {
    const key = identity(exchange);
    const last = this.#last.get(key);
    const counts =
      last !== undefined && isRepeat(exchange, last.exchange) && wholeSince > last.exchange.number;
    if (last !== undefined && !counts) {
      return null;
    }
    const times = (last?.times ?? 0) + 1;
    this.#last.set(key, { exchange, times });
    return last !== undefined && times >= cutsToReport ? last.exchange : null;
  }
}

function isRepeat(exchange: Exchange, before: Exchange): boolean {
  return exchange.connection !== before.connection && exchange.sentAtMs >= before.finishedAtMs;
}

/** Failures during a body, except those caused by the client. */
const brokenOff: readonly FailureCode[] = ['truncated', 'reset', 'not-http', 'timeout'];

function undecodableBody(response: RecordedResponse): Deviation {
  const [coding = ''] = headerValues(response.headers, 'Content-Encoding');
  return {
    kind: 'content-encoding',
    message: "the body can't be decoded",
    expected: 'a body in the coding that Content-Encoding names',
    actual: `Content-Encoding: ${quoted(coding)}, but other bytes`,
  };
}

function wrongType(response: RecordedResponse): Deviation | null {
  const values = headerValues(response.headers, 'Content-Type');
  if (values.length > 0 && values.every(isJsonType)) {
    return null;
  }
  return values.length === 0
    ? { kind: 'no-content-type', message: 'no Content-Type', expected, actual: 'no Content-Type' }
    : {
        kind: 'content-type',
        message: 'the Content-Type is not application/json',
        expected,
        actual: `Content-Type: ${quoted(values.join(', '))}`,
      };
}

function isJsonType(value: string): boolean {
  return value === 'application/json' || /^\s*application\/json\s*(?:[;,].*)?$/is.test(value);
}

function wrongBody(response: RecordedResponse): Deviation | null {
  const body = jsonBody(response);
  if (body.ok) {
    return response.body.startsWith('\ufeff') ? byteOrderMark(response) : null;
  }
  const kind = response.body === '' ? 'empty' : response.utf8 ? 'not-json' : 'not-utf-8';
  return {
    kind,
    message: problems[kind],
    expected,
    actual: kind === 'empty' ? 'an empty body' : quoted(response.body),
  };
}

function byteOrderMark({ body }: RecordedResponse): Deviation {
  return {
    kind: 'byte-order-mark',
    message: 'the body begins with a byte order mark',
    expected,
    actual: `U+FEFF, then ${quoted(body.slice(1))}`,
  };
}

const problems = {
  empty: 'the body is empty',
  'not-json': 'the body is not JSON',
  'not-utf-8': 'the body is not UTF-8',
};
