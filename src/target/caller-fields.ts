import { createHash } from 'node:crypto';
import type { OutgoingRequest } from './target.ts';
import type { WireRequest } from './wire-exchange.ts';

/** Who sends the requests of a run, and where to. */
export interface Caller {
  /** Absolute http(s) URL without query or fragment; requests' targets are appended to it as they are. */
  readonly baseUrl: string;
  /** The version of this program and the run's tag, for `User-Agent`. */
  readonly version: string;
  readonly tag: string;
  /** Unsigned 32-bit seed, for the trace id. */
  readonly seed: number;
}

/**
 * Writes the requests of a run for the wire, with the fields that identify the sender to the service, its logs and its
 * traces.
 */
export class CallerFields {
  readonly userAgent: string;
  readonly #pathPrefix: string;
  readonly #traceId: string;

  constructor({ baseUrl, version, tag, seed }: Caller) {
    this.#pathPrefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
    this.userAgent = `animal-store-conformance/${version} (+run ${tag})`;
    this.#traceId = traceId(seed, tag);
  }

  /** The `traceparent` of an exchange. */
  traceparent(exchangeNumber: number): string {
    return traceparent(this.#traceId, exchangeNumber);
  }

  /** The path of a request, that of the base URL in front of it. */
  pathOf({ target }: OutgoingRequest): string {
    return this.#pathPrefix + target;
  }

  /** The request of an exchange. @param body its bytes, where they are known */
  wire(request: OutgoingRequest, exchangeNumber: number, body = bytesOf(request.body)): WireRequest {
    const { method, firstWriteBytes } = request;
    const headers = ['User-Agent', this.userAgent, 'traceparent', this.traceparent(exchangeNumber)];
    const isChunked = asksForChunks(request);
    for (const { name, value } of request.headers) {
      if (!(isChunked && isTransferEncoding(name))) {
        headers.push(name, value);
      }
    }
    const writes = firstWriteBytes === undefined ? {} : { firstWriteBytes };
    return { method, path: this.pathOf(request), headers, body, ...writes, ...(isChunked && { isChunked }) };
  }
}

function isTransferEncoding(name: string): boolean {
  return name.toLowerCase() === 'transfer-encoding';
}

/** Whether a request has a body that is to be sent in chunks. The connection writes that header field itself. */
export function asksForChunks({ headers, body }: Pick<OutgoingRequest, 'headers' | 'body'>): boolean {
  return body !== null && headers.some(({ name }) => isTransferEncoding(name));
}

/** The trace id of a run: 32 hexadecimal digits that follow from its seed and tag. */
function traceId(seed: number, tag: string): string {
  return createHash('sha256').update(`${seed} ${tag}`).digest('hex').slice(0, 32);
}

/** The `traceparent` of an exchange (W3C Trace Context, level 1): sampled, the exchange's number as span id. */
function traceparent(trace: string, exchangeNumber: number): string {
  return `00-${trace}-${exchangeNumber.toString(16).padStart(16, '0')}-01`;
}

export function bytesOf(body: string | Uint8Array | null): Buffer | null {
  if (body === null) {
    return null;
  }
  return typeof body === 'string'
    ? Buffer.from(body, 'utf8')
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
