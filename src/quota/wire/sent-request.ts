import { type Caller, CallerFields } from '../../target/caller-fields.ts';
import type { OutgoingRequest } from '../../target/target.ts';
import type { WireRequest } from '../../target/wire-exchange.ts';
import type { QuotaRequest } from '../quota-wire.ts';
import type { MadeRequest, RequestMaker } from './request-maker.ts';

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
    return this.#writer.caller.wire(this.outgoing, this.number);
  }
}

/** Makes requests ready to be written. */
export class RequestWriter {
  readonly caller: CallerFields;
  readonly #maker: RequestMaker;
  /** By the number of their exchange, those that would not be made the same again. */
  readonly #made = new Map<number, MadeRequest>();

  constructor(maker: RequestMaker, caller: Caller) {
    this.#maker = maker;
    this.caller = new CallerFields(caller);
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
