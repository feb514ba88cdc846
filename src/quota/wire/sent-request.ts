import type { OutgoingRequest } from '../../target/target.ts';
import { traceId, traceparent } from '../../target/trace-context.ts';
import type { WireRequest } from '../../target/wire-exchange.ts';
import type { QuotaRequest } from '../quota-wire.ts';
import type { MadeRequest, RequestMaker } from './request-maker.ts';

/** A request on its way. */
export interface SentRequest {
  readonly request: QuotaRequest;
  readonly outgoing: OutgoingRequest;
  /** The name of the animal that it would create, or `null`. */
  readonly name: string | null;
  /** The number of its exchange. */
  readonly number: number;
  readonly traceparent: string;
  readonly wire: WireRequest;
}

/** What all requests of one wire have in common. */
export interface SendingOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly tag: string;
  readonly seed: number;
}

/** Makes requests ready to be written, with the header fields that every request of a run has. */
export class RequestWriter {
  readonly #maker: RequestMaker;
  /** By the number of their exchange, those that would not be made the same again. */
  readonly #made = new Map<number, MadeRequest>();
  readonly #pathPrefix: string;
  readonly #traceId: string;
  readonly #userAgent: string;

  constructor(maker: RequestMaker, options: SendingOptions) {
    this.#maker = maker;
    this.#pathPrefix = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    this.#traceId = traceId(options.seed, options.tag);
    this.#userAgent = `animal-store-conformance/${options.version} (+run ${options.tag})`;
  }

  /** The same number brings the same request again. */
  write(request: QuotaRequest, number: number): SentRequest {
    const made = this.#made.get(number) ?? this.#maker.make(request);
    const { outgoing, name } = made;
    if (request.operation === 'createPet' || request.phase === 'effect' || request.phase === 'count') {
      this.#made.set(number, made);
    }
    const trace = traceparent(this.#traceId, number);
    const headers = ['User-Agent', this.#userAgent, 'traceparent', trace];
    for (const header of outgoing.headers) {
      headers.push(header.name, header.value);
    }
    const body = typeof outgoing.body === 'string' ? Buffer.from(outgoing.body, 'utf8') : null;
    const path = this.#pathPrefix + outgoing.target;
    return {
      request,
      outgoing,
      name,
      number,
      traceparent: trace,
      wire: { method: outgoing.method, path, headers, body },
    };
  }
}
