import type { Operation } from '../../../../src/exchange/exchange.ts';
import type {
  BurstLedger,
  PacedSeries,
  QuotaRequest,
  QuotaWire,
  RefusedCreations,
} from '../../../../src/quota/quota-wire.ts';
import { Timeline, type TimelineEntry } from '../../../../src/quota/timeline.ts';
import { arrivalGap, between, type Random } from '../random.ts';
import type { Service, ServiceAnswer } from '../service/service.ts';
import type { Conditions } from './conditions.ts';
import { Creations } from './creations.ts';
import { EventQueue } from './event-queue.ts';
import { Stalls } from './stalls.ts';
import { readAnswer, readServerError, unanswered } from './timeline-entry.ts';
import {
  dealt,
  type LendingConditions,
  type VirtualPlace,
  VirtualProcess,
  type VirtualShare,
  virtualPlaces,
} from './virtual-places.ts';

/** More than any measurement needs; one that asks for more never ends. */
const mostRequests = 200_000;

/** A request on its way. */
interface UnderWay {
  readonly number: number;
  readonly request: QuotaRequest;
  readonly connection: number;
  readonly sentAtMs: number;
  readonly process: VirtualProcess;
  /** The place that sent it, from 1 on; 0 for the run itself. */
  readonly place: number;
  /** What will go wrong with it. */
  readonly failure: 'none' | 'lost' | 'answer lost' | 'error' | 'error, counted';
  answer: ServiceAnswer | null;
  dateMs: number;
}

type NetworkEvent =
  | { readonly kind: 'decide'; readonly underWay: UnderWay }
  | { readonly kind: 'arrive'; readonly underWay: UnderWay }
  | { readonly kind: 'handle'; readonly underWay: UnderWay };

/** A service behind a network, both in virtual time: waiting takes none, and a seed repeats everything. */
export class VirtualWire implements QuotaWire {
  readonly timeline = new Timeline();
  readonly operations: readonly Operation[] = ['listPets', 'getPet', 'createPet'];
  readonly #service: Service;
  readonly #conditions: Conditions;
  readonly #random: Random;
  readonly #here: VirtualProcess;
  readonly #places: readonly VirtualPlace[];
  readonly #creations = new Creations();
  readonly #events = new EventQueue<NetworkEvent>();
  readonly #measuredKeys: readonly number[];
  #sent = 0;
  #connectionsMade = 1;
  #nextForeignMs = Number.POSITIVE_INFINITY;

  constructor(
    service: Service,
    conditions: Conditions,
    measuredKeys: readonly number[],
    random: Random,
    lending: LendingConditions | null = null,
  ) {
    this.#service = service;
    this.#conditions = conditions;
    this.#measuredKeys = measuredKeys;
    this.#random = random;
    const stalls = () => new Stalls(random, conditions.stallsPerMs, conditions.stallMs);
    this.#here = new VirtualProcess(stalls(), () => this.#way(0));
    this.#places =
      lending === null
        ? []
        : virtualPlaces(random, lending, () => {
            const moreMs = between(random, 0, 30);
            return new VirtualProcess(stalls(), () => this.#way(moreMs));
          });
    this.#useBefore(conditions.usedBefore);
    this.#foreignAfter(0);
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

  /** The places start together; what came of it is known when the last one has returned its part. */
  #lend(shares: readonly VirtualShare[]): BurstLedger {
    this.#readClocks(shares);
    const lentAtMs = this.#here.nowMs;
    const shareOf = new Map(shares.map((share) => [share.place.number, share]));
    const ended: { readonly underWay: UnderWay; readonly atMs: number }[] = [];
    const writeNext = (share: VirtualShare, connection: number): void => {
      const request = share.requests[share.sent];
      if (request !== undefined && share.refusedInARow < share.mostRefused) {
        share.sent += 1;
        this.#write(request, connection, share.place.process, share.place.number);
      }
    };
    for (const share of shares) {
      share.place.process.nowMs = share.place.startOf(lentAtMs);
      for (let slot = 0; slot < share.connections; slot += 1) {
        writeNext(share, this.#connectionsMade++);
      }
    }
    for (let answer = this.#nextHandled(); answer !== null; answer = this.#nextHandled()) {
      ended.push(answer);
      const share = shareOf.get(answer.underWay.place);
      if (share !== undefined) {
        const isRefused = received(answer.underWay).status === 429;
        share.refusedInARow = isRefused ? share.refusedInARow + 1 : 0;
        writeNext(share, answer.underWay.connection);
      }
    }
    const returns = shares.map(({ place }) => place.process.nowMs + place.wayBack());
    this.#here.nowMs = this.#here.stalls.workedOffAt(Math.max(...returns));
    const times = { lentAtMs, returnedAtMs: this.#here.nowMs };
    this.#readClocks(shares);
    const spans = ended.map(({ underWay, atMs }) => {
      const span = shareOf.get(underWay.place)?.place.spanOf(underWay.sentAtMs, atMs, times);
      return { underWay, span: { answeredAtMs: atMs, ...span, generator: underWay.place } };
    });
    const from = this.timeline.length;
    for (const { underWay, span } of spans.toSorted((a, b) => a.span.answeredAtMs - b.span.answeredAtMs)) {
      this.#record(underWay, span);
    }
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

  /** Writes a request; the process is busy with it for a moment. */
  #write(request: QuotaRequest, connection: number, process = this.#here, place = 0): void {
    if (this.#sent >= mostRequests) {
      throw new Error(`the measurement sent ${mostRequests} requests and goes on`);
    }
    this.#sent += 1;
    const sentAtMs = process.stalls.workedOffAt(process.nowMs);
    const failure = this.#failure();
    const underWay = {
      number: this.#sent,
      request,
      connection,
      sentAtMs,
      process,
      place,
      failure,
      answer: null,
      dateMs: Number.NaN,
    };
    process.nowMs = sentAtMs + this.#conditions.writeMs;
    this.#events.add(process.nowMs + process.way(), { kind: 'decide', underWay });
  }

  /** Lets time pass until the next answer that is handled before a moment, and puts it into the timeline. */
  #nextAnswer(beforeMs = Number.POSITIVE_INFINITY): { index: number; connection: number } | null {
    const handled = this.#nextHandled(beforeMs);
    if (handled === null) {
      return null;
    }
    const { underWay, atMs } = handled;
    return { index: this.#record(underWay, { answeredAtMs: atMs }), connection: underWay.connection };
  }

  #nextHandled(beforeMs = Number.POSITIVE_INFINITY): { underWay: UnderWay; atMs: number } | null {
    while (this.#events.nextAtMs() < beforeMs) {
      const atMs = this.#events.nextAtMs();
      const event = this.#events.take();
      if (event === undefined) {
        return null;
      }
      const { underWay } = event;
      switch (event.kind) {
        case 'decide':
          this.#decide(underWay, atMs);
          this.#events.add(atMs + underWay.process.way(), { kind: 'arrive', underWay });
          break;
        case 'arrive':
          this.#events.add(underWay.process.stalls.workedOffAt(Math.max(atMs, underWay.process.nowMs)), {
            kind: 'handle',
            underWay,
          });
          break;
        case 'handle':
          underWay.process.nowMs = Math.max(atMs, underWay.process.nowMs);
          return { underWay, atMs: underWay.process.nowMs };
      }
    }
    return null;
  }

  #decide(underWay: UnderWay, atMs: number): void {
    this.#foreignBefore(atMs);
    const serverMs = this.#serverMs(atMs);
    underWay.dateMs = serverMs;
    if (underWay.failure !== 'lost' && underWay.failure !== 'error') {
      const { key, operation, phase } = underWay.request;
      const missing = phase === 'count' && operation === 'getPet';
      underWay.answer = this.#service({
        key,
        connection: underWay.connection,
        operation,
        missing,
        place: underWay.place,
        atMs: serverMs,
      });
    }
  }

  #record(underWay: UnderWay, span: Pick<TimelineEntry, 'answeredAtMs'> & Partial<TimelineEntry>): number {
    const { answer, request } = underWay;
    const index = this.timeline.add({
      exchange: underWay.number,
      key: request.key,
      connection: underWay.connection,
      operation: request.operation,
      phase: request.phase,
      sentAtMs: underWay.sentAtMs,
      ...span,
      ...received(underWay),
    });
    if (answer !== null && underWay.failure === 'none') {
      this.#creations.note(index, request.phase, request, answer);
    }
    return index;
  }

  #failure(): UnderWay['failure'] {
    if (this.#conditions.failureShare === 0 || this.#random() >= this.#conditions.failureShare) {
      return 'none';
    }
    const kinds = ['lost', 'answer lost', 'error', 'error, counted'] as const;
    return kinds[Math.floor(this.#random() * kinds.length)] ?? 'lost';
  }

  #way(moreMs: number): number {
    const { leastWayMs, mostWayMs, tailShare, tailMs } = this.#conditions;
    const tail = tailShare > 0 && this.#random() < tailShare ? this.#random() * tailMs : 0;
    return between(this.#random, leastWayMs, mostWayMs) + tail + moreMs;
  }

  #serverMs(atMs: number): number {
    return this.#conditions.clockMs + atMs * (1 + this.#conditions.drift);
  }

  /** An earlier run's requests, in the two minutes before this one. */
  #useBefore(count: number): void {
    const times = Array.from({ length: count }, () => between(this.#random, -120_000, -50));
    for (const atMs of times.toSorted((left, right) => left - right)) {
      for (const key of this.#measuredKeys) {
        this.#others(key, atMs);
      }
    }
  }

  #others(key: number, atMs: number): void {
    const serverMs = this.#serverMs(atMs);
    this.#service({ key, connection: -1, operation: 'listPets', missing: false, atMs: serverMs });
  }

  #foreignBefore(atMs: number): void {
    while (this.#nextForeignMs <= atMs) {
      const key = this.#measuredKeys[Math.floor(this.#random() * this.#measuredKeys.length)] ?? 0;
      const foreignMs = this.#nextForeignMs;
      this.#others(key, foreignMs);
      this.#foreignAfter(foreignMs);
    }
  }

  #foreignAfter(atMs: number): void {
    const perMs = this.#conditions.foreignPerMs * this.#measuredKeys.length;
    this.#nextForeignMs = perMs === 0 ? Number.POSITIVE_INFINITY : atMs + arrivalGap(this.#random, perMs);
  }
}

function received({ answer, failure, dateMs }: UnderWay): ReturnType<typeof readAnswer> {
  if (failure === 'lost' || failure === 'answer lost') {
    return unanswered;
  }
  return failure === 'none' && answer !== null ? readAnswer(answer, dateMs) : readServerError(dateMs);
}
