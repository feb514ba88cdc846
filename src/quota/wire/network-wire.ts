import type { Exchange, Operation } from '../../exchange/exchange.ts';
import type { Redactor, Secret } from '../../secrets/redaction.ts';
import type { Caller } from '../../target/caller-fields.ts';
import type { ExchangeNumbers } from '../../target/exchange-numbers.ts';
import { onAbort, pause, RunStopped } from '../../target/target.ts';
import { directTransport, type Transport } from '../../target/transport.ts';
import type { BurstLedger, PacedSeries, QuotaRequest, QuotaWire, RefusedCreations } from '../quota-wire.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import { AnimalKnowledge } from './animal-knowledge.ts';
import { AnswerBook } from './answer-book.ts';
import { BurstEngine, burstFromPlaces } from './burst-engine.ts';
import { RequestMaker } from './request-maker.ts';

/** Shorter waits are not reported, in ms. */
const minReportedWaitMs = 250;
/** Entries of a paced series after which their exchanges are recorded. */
const entriesBetweenRecords = 256;
/** The maximum number of paced requests in flight; with more, the series falls behind its schedule. */
const mostUnderWay = 64;

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

  async waitUntil(atMs: number, reason: string): Promise<void> {
    const durationMs = atMs - this.now();
    if (durationMs >= minReportedWaitMs) {
      this.#options.onWait?.({ reason, durationMs });
    }
    await this.#pause(durationMs);
  }

  async send(request: QuotaRequest, connection = 0): Promise<TimelineEntry> {
    const entry = await this.#sendOver(request, connection);
    await this.#book.recordKept();
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

  async paced(series: PacedSeries): Promise<void> {
    try {
      await this.#sendPaced(series);
    } finally {
      await this.#book.recordKept();
    }
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

  /**
   * Follows an absolute schedule, so that a late request delays no other.
   *
   * @throws the reason that stopped the run or a request, after all requests in flight have ended.
   */
  async #sendPaced({ intervalMs, next, answered }: PacedSeries): Promise<void> {
    const free = Array.from({ length: mostUnderWay }, (_, slot) => mostUnderWay - 1 - slot);
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const send = async (request: QuotaRequest, slot: number) => {
      try {
        const entry = await this.#sendOver(request, slot);
        if (this.timeline.length % entriesBetweenRecords === 0) {
          await this.#book.recordKept();
        }
        answered(entry);
      } catch (error) {
        failures.push(error);
      }
      free.push(slot);
    };
    const startedAtMs = this.now();
    try {
      for (let count = 0; failures.length === 0; count += 1) {
        await this.#pause(startedAtMs + count * intervalMs - this.now());
        if (free.length === 0) {
          await Promise.race(underWay);
        }
        const slot = free.pop();
        const request = slot === undefined ? null : next();
        if (request === null || slot === undefined) {
          break;
        }
        const sending = send(request, slot).finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
    } finally {
      await Promise.all(underWay);
    }
    if (failures.length > 0) {
      throw failures[0];
    }
  }

  async #sendOver(request: QuotaRequest, slot: number): Promise<TimelineEntry> {
    this.#assertGoing();
    const sent = this.#maker.make(request, this.#options.numbers.take(1));
    const outcome = await (this.#engines[0] as BurstEngine).connections.exchange(slot, sent.wire);
    const entry = this.#book.enter(sent, outcome);
    if (outcome.failure?.code === 'interrupted') {
      this.#assertGoing();
    }
    return entry;
  }

  async #pause(ms: number): Promise<void> {
    await pause(Math.max(0, ms), this.#stopping.signal);
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
