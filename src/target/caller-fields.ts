import { createHash } from 'node:crypto';

/** Who sends the requests of a run. */
export interface Caller {
  /** The version of this program and the run's tag, for `User-Agent`. */
  readonly version: string;
  readonly tag: string;
  /** Unsigned 32-bit seed, for the trace id. */
  readonly seed: number;
  /** Whether the run passes for an ordinary client, which says neither who it is nor what it traces (`false`). */
  readonly disguised?: boolean;
}

/** The header fields that common JavaScript clients send. */
const ordinaryUserAgent = 'axios/1.12.2';

/** The fields by which a run tells a service, its logs and its traces who sends a request. */
export class CallerFields {
  readonly #userAgent: string;
  /** `null`: no tracing. */
  readonly #traceId: string | null;

  constructor({ version, tag, seed, disguised = false }: Caller) {
    this.#userAgent = disguised ? ordinaryUserAgent : `animal-store-conformance/${version} (+run ${tag})`;
    this.#traceId = disguised ? null : traceId(seed, tag);
  }

  /** The `traceparent` of an exchange, or `''`. */
  traceparent(exchangeNumber: number): string {
    return this.#traceId === null ? '' : traceparent(this.#traceId, exchangeNumber);
  }

  /** Names and values in turn, for the request of an exchange. */
  of(exchangeNumber: number): string[] {
    const trace = this.traceparent(exchangeNumber);
    return ['User-Agent', this.#userAgent, ...(trace === '' ? [] : ['traceparent', trace])];
  }
}

/** The trace id of a run: 32 hexadecimal digits that follow from its seed and tag. */
export function traceId(seed: number, tag: string): string {
  return createHash('sha256').update(`${seed} ${tag}`).digest('hex').slice(0, 32);
}

/** The `traceparent` of an exchange (W3C Trace Context, level 1): sampled, the exchange's number as span id. */
export function traceparent(trace: string, exchangeNumber: number): string {
  return `00-${trace}-${exchangeNumber.toString(16).padStart(16, '0')}-01`;
}
