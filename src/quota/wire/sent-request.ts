import { CallerFields } from '../../target/caller-fields.ts';
import type { OutgoingRequest } from '../../target/target.ts';
import type { WireRequest } from '../../target/wire-exchange.ts';
import type { QuotaRequest } from '../quota-wire.ts';
import type { MadeRequest, RequestMaker } from './request-maker.ts';

/** The common data of all requests of a wire. */
export interface SendingOptions {
  readonly baseUrl: string;
  readonly version: string;
  readonly tag: string;
  readonly seed: number;
}

/** A request to send, whose wire format is built on demand. */
export class SentRequest {
  readonly request: QuotaRequest;
  /** The number of its exchange. */
  readonly number: number;
  readonly #made: MadeRequest;
  readonly #writer: RequestWriter;

  constructor(request: QuotaRequest, number: number, made: MadeRequest, writer: RequestWriter) {
    this.request = request;
    this.number = number;
    this.#made = made;
    this.#writer = writer;
  }

  get outgoing(): OutgoingRequest {
    return this.#made.outgoing;
  }

  /** The name of the animal that it would create, or `null`. */
  get name(): string | null {
    return this.#made.name;
  }

  get traceparent(): string {
    return this.#writer.caller.traceparent(this.number);
  }

  get bodyBytes(): number {
    return Buffer.byteLength(this.outgoing.body ?? '');
  }

  /** With the header fields that every request of a run has. */
  get wire(): WireRequest {
    const { method, target, headers: fields, body } = this.outgoing;
    const headers = this.#writer.caller.of(this.number);
    for (const { name, value } of fields) {
      headers.push(name, value);
    }
    return {
      method,
      path: this.#writer.pathPrefix + target,
      headers,
      body: typeof body === 'string' ? Buffer.from(body, 'utf8') : null,
    };
  }
}

/** Makes requests ready to be written. */
export class RequestWriter {
  readonly pathPrefix: string;
  readonly caller: CallerFields;
  readonly #maker: RequestMaker;
  /** By the number of their exchange, those that would not be made the same again. */
  readonly #made = new Map<number, MadeRequest>();

  constructor(maker: RequestMaker, options: SendingOptions) {
    this.#maker = maker;
    this.pathPrefix = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    this.caller = new CallerFields(options);
  }

  /** Gives the animals of a burst their names in its order, whichever request is sent first. */
  nameAnimals(requests: readonly QuotaRequest[], firstNumber: number): void {
    for (const [index, request] of requests.entries()) {
      if (request.operation === 'createPet') {
        this.write(request, firstNumber + index);
      }
    }
  }

  /** The same number yields the same request. */
  write(request: QuotaRequest, number: number): SentRequest {
    const made = this.#made.get(number) ?? this.#maker.make(request);
    if (request.operation === 'createPet' || request.phase === 'effect' || request.phase === 'count') {
      this.#made.set(number, made);
    }
    return new SentRequest(request, number, made, this);
  }
}
