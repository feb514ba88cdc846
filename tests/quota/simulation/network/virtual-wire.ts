import type { Operation } from '../../../../src/exchange/exchange.ts';
import type {
  BurstLedger,
  PacedSeries,
  QuotaRequest,
  QuotaWire,
  RefusedCreations,
} from '../../../../src/quota/quota-wire.ts';
import { Timeline, type TimelineEntry } from '../../../../src/quota/timeline.ts';
import { between, type Random } from '../random.ts';
import type { Service } from '../service/service.ts';
import type { Conditions } from './conditions.ts';
import { Creations } from './creations.ts';
import { Stalls } from './stalls.ts';
import { type Handled, type InFlight, oneWayMs, received, VirtualNetwork } from './virtual-network.ts';
import {
  dealt,
  type LendingConditions,
  type LentTimes,
  type VirtualPlace,
  VirtualProcess,
  type VirtualShare,
  virtualPlaces,
} from './virtual-places.ts';

/** A service behind a network, both in virtual time: waiting takes none, and a seed repeats everything. */
export class VirtualWire implements QuotaWire {
  readonly timeline = new Timeline();
  readonly operations: readonly Operation[] = ['listPets', 'getPet', 'createPet'];
  readonly #network: VirtualNetwork;
  readonly #here: VirtualProcess;
  readonly #places: readonly VirtualPlace[];
  readonly #creations = new Creations();
  #connectionsMade = 1;

  constructor(
    service: Service,
    conditions: Conditions,
    measuredKeys: readonly number[],
    random: Random,
    lending: LendingConditions | null = null,
  ) {
    const processOf = (moreMs: number) =>
      new VirtualProcess(new Stalls(random, conditions.stallsPerMs, conditions.stallMs), () =>
        oneWayMs(conditions, random, moreMs),
      );
    this.#here = processOf(0);
    this.#places =
      lending === null ? [] : virtualPlaces(random, lending, () => processOf(between(random, 0, 30)));
    this.#network = new VirtualNetwork(service, conditions, measuredKeys, random);
  }

  get places(): readonly string[] {
    return this.#places.map(({ number }) => `place ${number}`);
  }

  now(): number {
    return this.#here.nowMs;
  }

  async waitUntil(atMs: number): Promise<void> {
    this.#here.nowMs = Math.max(this.#here.nowMs, this.#here.stalls.workedOffAt(atMs));
  }

  async send(request: QuotaRequest, connection = 0): Promise<number> {
    this.#write(request, -connection);
    return this.#nextAnswer()?.index ?? Number.NaN;
  }

  async burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
    place?: number,
  ): Promise<BurstLedger> {
    if (this.#places.length > 0) {
      const chosen = this.#places.filter(({ number }) => place === undefined || number === place);
      return this.#lend(dealt(chosen, requests, connections, mostRefused));
    }
    const answeredBefore = this.timeline.length;
    const used = Math.min(connections, requests.length);
    let sent = 0;
    let refusedInARow = 0;
    const writeNext = (connection: number): void => {
      const request = requests[sent];
      if (request !== undefined && refusedInARow < mostRefused) {
        sent += 1;
        this.#write(request, connection);
      }
    };
    for (let slot = 0; slot < used; slot += 1) {
      writeNext(this.#connectionsMade + slot);
    }
    this.#connectionsMade += used;
    for (let answer = this.#nextAnswer(); answer !== null; answer = this.#nextAnswer()) {
      refusedInARow = this.timeline.status(answer.index) === 429 ? refusedInARow + 1 : 0;
      writeNext(answer.connection);
    }
    const unansweredCount = this.#unansweredSince(answeredBefore);
    return {
      engine: 'simulation',
      asked: requests.length,
      sent,
      answered: sent - unansweredCount,
      unanswered: unansweredCount,
      connections: used,
    };
  }

  /** The places start together; the burst ends when the last place has returned its part. */
  #lend(shares: readonly VirtualShare[]): BurstLedger {
    this.#readClocks(shares);
    const lentAtMs = this.#here.nowMs;
    const ended = this.#sendShares(shares, lentAtMs);
    const returns = shares.map(({ place }) => place.process.nowMs + place.wayBack());
    this.#here.nowMs = this.#here.stalls.workedOffAt(Math.max(...returns));
    const times = { lentAtMs, returnedAtMs: this.#here.nowMs };
    this.#readClocks(shares);
    const from = this.timeline.length;
    this.#recordLent(ended, shares, times);
    const unansweredCount = this.#unansweredSince(from);
    return {
      engine: 'simulation',
      asked: shares.reduce((sum, { requests }) => sum + requests.length, 0),
      sent: ended.length,
      answered: ended.length - unansweredCount,
      unanswered: unansweredCount,
      connections: shares.reduce((sum, { connections }) => sum + connections, 0),
    };
  }

  #sendShares(shares: readonly VirtualShare[], lentAtMs: number): Handled[] {
    const writeNext = (share: VirtualShare, connection: number): void => {
      const request = share.requests[share.sent];
      if (request !== undefined && share.refusedInARow < share.mostRefused) {
        share.sent += 1;
        this.#network.send(request, connection, share.place.process, share.place.number);
      }
    };
    for (const share of shares) {
      share.place.process.nowMs = share.place.startOf(lentAtMs);
      for (let slot = 0; slot < share.connections; slot += 1) {
        writeNext(share, this.#connectionsMade++);
      }
    }
    const ended: Handled[] = [];
    for (let handled = this.#network.nextHandled(); handled; handled = this.#network.nextHandled()) {
      ended.push(handled);
      const { inFlight } = handled;
      const share = shares.find(({ place }) => place.number === inFlight.place);
      if (share !== undefined) {
        const isRefused = received(inFlight).status === 429;
        share.refusedInARow = isRefused ? share.refusedInARow + 1 : 0;
        writeNext(share, inFlight.connection);
      }
    }
    return ended;
  }

  #recordLent(ended: readonly Handled[], shares: readonly VirtualShare[], times: LentTimes): void {
    const spans = ended.map(({ inFlight, atMs }) => {
      const place = shares.find(({ place: { number } }) => number === inFlight.place)?.place;
      const span = place?.spanOf(inFlight.sentAtMs, atMs, times);
      return { inFlight, span: { answeredAtMs: atMs, ...span, generator: inFlight.place } };
    });
    for (const { inFlight, span } of spans.toSorted((a, b) => a.span.answeredAtMs - b.span.answeredAtMs)) {
      this.#record(inFlight, span);
    }
  }

  #readClocks(shares: readonly VirtualShare[]): void {
    const { nowMs } = this.#here;
    this.#here.nowMs = Math.max(...shares.map(({ place }) => place.readClock(nowMs)));
  }

  async paced(series: PacedSeries): Promise<void> {
    const startMs = this.#here.nowMs;
    const free: number[] = [];
    for (let count = 0; ; count += 1) {
      const dueMs = startMs + count * series.intervalMs;
      for (let answer = this.#nextAnswer(dueMs); answer !== null; answer = this.#nextAnswer(dueMs)) {
        free.push(answer.connection);
        series.answered(answer.index);
      }
      this.#here.nowMs = Math.max(this.#here.nowMs, this.#here.stalls.workedOffAt(dueMs));
      const request = series.next();
      if (request === null) {
        break;
      }
      this.#write(request, free.pop() ?? this.#connectionsMade++);
    }
    for (let answer = this.#nextAnswer(); answer !== null; answer = this.#nextAnswer()) {
      series.answered(answer.index);
    }
  }

  refusedCreations(): RefusedCreations {
    return this.#creations.shown();
  }

  #unansweredSince(from: number): number {
    let count = 0;
    for (let index = from; index < this.timeline.length; index += 1) {
      count += this.timeline.status(index) === 0 ? 1 : 0;
    }
    return count;
  }

  #write(request: QuotaRequest, connection: number): void {
    this.#network.send(request, connection, this.#here, 0);
  }

  /** Lets time pass until the next response handled before a moment, and enters it into the timeline. */
  #nextAnswer(beforeMs = Number.POSITIVE_INFINITY): { index: number; connection: number } | null {
    const handled = this.#network.nextHandled(beforeMs);
    if (handled === null) {
      return null;
    }
    const { inFlight, atMs } = handled;
    return { index: this.#record(inFlight, { answeredAtMs: atMs }), connection: inFlight.connection };
  }

  #record(inFlight: InFlight, span: Pick<TimelineEntry, 'answeredAtMs'> & Partial<TimelineEntry>): number {
    const { answer, request } = inFlight;
    const index = this.timeline.add({
      exchange: inFlight.number,
      key: request.key,
      connection: inFlight.connection,
      operation: request.operation,
      phase: request.phase,
      sentAtMs: inFlight.sentAtMs,
      ...span,
      ...received(inFlight),
    });
    if (answer !== null && inFlight.failure === 'none') {
      this.#creations.note(index, request.phase, request, answer);
    }
    return index;
  }
}
