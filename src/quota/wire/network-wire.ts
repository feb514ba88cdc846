import type { Exchange, Operation } from '../../exchange/exchange.ts';
import type { Redactor, Secret } from '../../secrets/redaction.ts';
import type { Caller } from '../../target/caller-fields.ts';
import type { ExchangeNumbers } from '../../target/exchange-numbers.ts';
import { onAbort, pause, RunStopped } from '../../target/target.ts';
import { directTransport, type Transport } from '../../target/transport.ts';
import type { BurstLedger, QuotaRequest, QuotaWire, RefusedCreations } from '../quota-wire.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import { AnimalKnowledge } from './animal-knowledge.ts';
import { AnswerBook } from './answer-book.ts';
import { BurstEngine, burstFromPlaces } from './burst-engine.ts';
import { RequestMaker } from './request-maker.ts';

/** Shorter waits are not reported, in ms. */
const minReportedWaitMs = 250;
/** The wire of one plan over the network; nothing is sent before the first request. */
export class NetworkQuotaWire implements QuotaWire {
  readonly timeline: TimelineEntry[];
  readonly #options: QuotaWireOptions;
  readonly #epochAtZeroMs: number;
  readonly #knowledge: AnimalKnowledge;
  readonly #maker: RequestMaker;
  readonly #book: AnswerBook;
  /** Of all places, the base URL first. */
  readonly #engines: readonly BurstEngine[];
  readonly #stopping = new AbortController();
  readonly #release: () => void;

  constructor(options: QuotaWireOptions) {
    this.#options = options;
    this.timeline = [...(options.timeline ?? [])];
    this.#epochAtZeroMs = performance.timeOrigin + options.clockOriginMs;
    this.#knowledge = new AnimalKnowledge();
    this.#maker = new RequestMaker(options, this.#knowledge);
    this.#book = new AnswerBook({
      ...options,
      timeline: this.timeline,
      knowledge: this.#knowledge,
      epochAtZeroMs: this.#epochAtZeroMs,
    });
    const { baseUrl, timeoutMs, transport = directTransport, places = [], numbers } = options;
    const { now } = this;
    this.#engines = [{ baseUrl, transport }, ...places].map(
      (place) =>
        new BurstEngine({
          ...{ base: new URL(place.baseUrl), transport: place.transport, timeoutMs, now },
          nextNumber: numbers.nextConnection,
        }),
    );
    const { stopped = new AbortController().signal } = options;
    this.#release = onAbort(stopped, () => this.#stop(stopped.reason));
  }

  get places(): number {
    return this.#engines.length;
  }

  get operations(): readonly Operation[] {
    return this.#maker.operations;
  }

  readonly now = (): number => performance.now() - this.#options.clockOriginMs;

  async waitUntil(atMs: number, reason?: string): Promise<void> {
    const durationMs = Math.max(0, atMs - this.now());
    if (reason !== undefined && durationMs >= minReportedWaitMs) {
      this.#options.onWait?.({ reason, durationMs });
    }
    await pause(durationMs, this.#stopping.signal);
  }

  async send(request: QuotaRequest, connection = 0): Promise<TimelineEntry> {
    this.#assertGoing();
    const sent = this.#maker.make(request, this.#options.numbers.take(1));
    const outcome = await (this.#engines[0] as BurstEngine).connections.exchange(connection, sent.wire);
    const entry = this.#book.enter(sent, outcome);
    await this.#book.recordKept();
    if (outcome.failure?.code === 'interrupted') {
      this.#assertGoing();
    }
    return entry;
  }

  async burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
    place?: number,
  ): Promise<BurstLedger> {
    this.#assertGoing();
    const first = this.#options.numbers.take(requests.length);
    this.#maker.nameAnimals(requests, first);
    const parts = {
      size: requests.length,
      requestAt: (position: number) => this.#maker.make(requests[position] as QuotaRequest, first + position),
      connections: Math.max(1, Math.min(connections, requests.length)),
      mostRefused,
      stopped: () => this.#stopping.signal.aborted,
    };
    const ledger = await burstFromPlaces(
      this.#engines,
      parts,
      (sent, outcome, from) => this.#book.enter(sent, outcome, from),
      place,
    );
    await this.#book.recordKept();
    this.#assertGoing();
    return ledger;
  }

  refusedCreations(): RefusedCreations {
    return this.#knowledge.refusedCreations();
  }

  /** The number of an entry's exchange; one that `onExchange` did not report is rebuilt and recorded once. */
  cited(entry: TimelineEntry, record: (exchange: Exchange) => void): Promise<number> {
    return this.#book.cited(entry, () => this.#maker.make(entry, entry.exchange), record);
  }

  #stop(reason: RunStopped): void {
    this.#stopping.abort(reason);
    for (const engine of this.#engines) {
      engine.stop();
    }
  }

  /** Closes the connections and records the rest of the exchanges. */
  async close(): Promise<void> {
    this.#release();
    this.#stop(new RunStopped('interrupted'));
    await this.#book.recordKept();
    await Promise.all(this.#engines.map(({ connections }) => connections.close()));
  }

  #assertGoing(): void {
    this.#stopping.signal.throwIfAborted();
  }
}

/** Where one part of a burst goes. */
export interface WirePlace {
  readonly baseUrl: string;
  readonly transport: Transport;
}

export interface QuotaWireOptions extends Caller {
  /** Absolute http(s) URL without query or fragment. */
  readonly baseUrl: string;
  /** Milliseconds for making a connection, and again for one answer. */
  readonly timeoutMs: number;
  /** How connections are made, and what every request carries (`directTransport`). */
  readonly transport?: Transport;
  /** By N of `quota-key-N`; 0 is the key of the run. */
  readonly keys: ReadonlyMap<number, Secret>;
  readonly redactor: Redactor;
  /** The value of `performance.now()` that all times count from. */
  readonly clockOriginMs: number;
  /** Shared by all clients of the run. */
  readonly numbers: ExchangeNumbers;
  /** A plain name that no other request of the run has. */
  readonly nextName: () => string;
  /** An existing category; `null` if none is known, so nothing can be created. */
  readonly categoryId: bigint | null;
  /** The timeline to continue (an empty one). */
  readonly timeline?: Timeline;
  /** Called with the first exchanges of the plan and with the unusual ones, in the order in which they ended. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Further addresses of the service, over which bursts are dealt out too, with the path of `baseUrl` (none). */
  readonly places?: readonly WirePlace[];
  /** Called when a wait of 250 ms or more begins. */
  readonly onWait?: (wait: { readonly reason: string; readonly durationMs: number }) => void;
  /** Aborts every exchange in flight and rejects further ones; its reason is a `RunStopped` (never aborted). */
  readonly stopped?: AbortSignal;
}
