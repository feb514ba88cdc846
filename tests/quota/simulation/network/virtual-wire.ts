import type { Operation } from '../../../../src/exchange/exchange.ts';
import type {
  BurstLedger,
  PacedSeries,
  QuotaRequest,
  QuotaWire,
  RefusedCreations,
} from '../../../../src/quota/quota-wire.ts';
import type { TimelineEntry } from '../../../../src/quota/timeline.ts';
import { between, type Random } from '../random.ts';
import type { Service } from '../service/limited-service.ts';
import { type Conditions, Stalls } from './conditions.ts';
import { Creations } from './timeline-entry.ts';
import { type InFlight, oneWayMs, received, VirtualNetwork } from './virtual-network.ts';
import { dealt, type VirtualPlace, VirtualProcess, type VirtualShare } from './virtual-places.ts';

/** The most by which the way to another place is longer, in ms. */
const mostFurtherMs = 80;

/** A service behind a network, both in virtual time: waiting takes none, and a seed repeats everything. */
export class VirtualWire implements QuotaWire {
  readonly timeline: TimelineEntry[] = [];
  readonly operations: readonly Operation[] = ['listPets', 'getPet', 'createPet'];
  readonly #network: VirtualNetwork;
  readonly #here: VirtualProcess;
  readonly #places: readonly [VirtualPlace, ...VirtualPlace[]];
  readonly #creations = new Creations();
  #connectionsMade = 1;

  constructor(
    service: Service,
    conditions: Conditions,
    measuredKeys: readonly number[],
    random: Random,
    places = 1,
  ) {
    this.#here = new VirtualProcess(new Stalls(random, conditions.stallsPerMs, conditions.stallMs));
    const placeAt = (number: number, moreMs: number): VirtualPlace => ({
      number,
      way: () => oneWayMs(conditions, random, moreMs),
    });
    const further = Array.from({ length: places - 1 }, (_, index) =>
      placeAt(index + 1, between(random, 0, mostFurtherMs)),
    );
    this.#places = [placeAt(0, 0), ...further];
    this.#network = new VirtualNetwork(service, conditions, measuredKeys, random);
  }

  get places(): number {
    return this.#places.length;
  }

  now(): number {
    return this.#here.nowMs;
  }

  async waitUntil(atMs: number): Promise<void> {
    this.#here.nowMs = Math.max(this.#here.nowMs, this.#here.stalls.workedOffAt(atMs));
  }

  async send(request: QuotaRequest, connection = 0): Promise<TimelineEntry> {
    this.#write(request, -connection);
    const entry = this.#nextAnswer();
    if (entry === null) {
      throw new Error('the network lost a request without a trace');
    }
    return entry;
  }

  async burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
    place?: number,
  ): Promise<BurstLedger> {
    const chosen = this.#places.filter(({ number }) => place === undefined || number === place);
    const shares = dealt(chosen, requests, connections, mostRefused);
    const answeredBefore = this.timeline.length;
    const writeNext = (share: VirtualShare, connection: number): void => {
      const request = share.requests[share.sent];
      if (request !== undefined && share.refusedInARow < share.mostRefused) {
        share.sent += 1;
        this.#network.send(request, connection, this.#here, share.place);
      }
    };
    for (const share of shares) {
      for (let slot = 0; slot < share.connections; slot += 1) {
        writeNext(share, this.#connectionsMade++);
      }
    }
    for (let answer = this.#nextAnswer(); answer !== null; answer = this.#nextAnswer()) {
      const { place: from, status, connection } = answer;
      const share = shares.find((one) => one.place.number === from);
      if (share !== undefined) {
        share.refusedInARow = status === 429 ? share.refusedInARow + 1 : 0;
        writeNext(share, connection);
      }
    }
    const sum = (figure: (share: VirtualShare) => number) =>
      shares.reduce((total, share) => total + figure(share), 0);
    const sent = sum((share) => share.sent);
    const unansweredCount = this.#unansweredSince(answeredBefore);
    return {
      engine: 'simulation',
      asked: requests.length,
      sent,
      answered: sent - unansweredCount,
      unanswered: unansweredCount,
      connections: sum((share) => share.connections),
    };
  }

  async paced(series: PacedSeries): Promise<void> {
    const startMs = this.#here.nowMs;
    const free: number[] = [];
    for (let count = 0; ; count += 1) {
      const dueMs = startMs + count * series.intervalMs;
      for (let answer = this.#nextAnswer(dueMs); answer !== null; answer = this.#nextAnswer(dueMs)) {
        free.push(answer.connection);
        series.answered(answer);
      }
      this.#here.nowMs = Math.max(this.#here.nowMs, this.#here.stalls.workedOffAt(dueMs));
      const request = series.next();
      if (request === null) {
        break;
      }
      this.#write(request, free.pop() ?? this.#connectionsMade++);
    }
    for (let answer = this.#nextAnswer(); answer !== null; answer = this.#nextAnswer()) {
      series.answered(answer);
    }
  }

  refusedCreations(): RefusedCreations {
    return this.#creations.shown();
  }

  #unansweredSince(from: number): number {
    return this.timeline.slice(from).filter(({ status }) => status === 0).length;
  }

  #write(request: QuotaRequest, connection: number): void {
    this.#network.send(request, connection, this.#here, this.#places[0]);
  }

  /** Lets time pass until the next response handled before a moment, and enters it into the timeline. */
  #nextAnswer(beforeMs = Number.POSITIVE_INFINITY): TimelineEntry | null {
    const handled = this.#network.nextHandled(beforeMs);
    return handled === null ? null : this.#record(handled.inFlight, handled.atMs);
  }

  #record(inFlight: InFlight, answeredAtMs: number): TimelineEntry {
    const { answer, request } = inFlight;
    const entry: TimelineEntry = {
      exchange: inFlight.number,
      key: request.key,
      connection: inFlight.connection,
      operation: request.operation,
      phase: request.phase,
      sentAtMs: inFlight.sentAtMs,
      answeredAtMs,
      page: false,
      place: inFlight.place.number,
      ...received(inFlight),
    };
    this.timeline.push(entry);
    if (answer !== null && inFlight.failure === 'none') {
      this.#creations.note(entry, answer);
    }
    return entry;
  }
}
