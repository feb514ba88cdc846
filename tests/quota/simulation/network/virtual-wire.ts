import type { Operation } from '../../../../src/exchange/exchange.ts';
import type {
  BurstLedger,
  PacedSeries,
  QuotaRequest,
  QuotaWire,
  RefusedCreations,
} from '../../../../src/quota/quota-wire.ts';
import { Timeline } from '../../../../src/quota/timeline.ts';
import { arrivalGap, between, type Random } from '../random.ts';
import type { Service, ServiceAnswer } from '../service/service.ts';
import type { Conditions } from './conditions.ts';
import { Creations } from './creations.ts';
import { EventQueue } from './event-queue.ts';
import { Stalls } from './stalls.ts';
import { readAnswer, readServerError, unanswered } from './timeline-entry.ts';

/** More than any measurement needs; one that asks for more never ends. */
const mostRequests = 200_000;

/** A request on its way. */
interface UnderWay {
  readonly number: number;
  readonly request: QuotaRequest;
  readonly connection: number;
  readonly sentAtMs: number;
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
  readonly #stalls: Stalls;
  readonly #creations = new Creations();
  readonly #events = new EventQueue<NetworkEvent>();
  readonly #measuredKeys: readonly number[];
  #nowMs = 0;
  #sent = 0;
  #connectionsMade = 1;
  #nextForeignMs = Number.POSITIVE_INFINITY;

  constructor(service: Service, conditions: Conditions, measuredKeys: readonly number[], random: Random) {
    this.#service = service;
    this.#conditions = conditions;
    this.#measuredKeys = measuredKeys;
    this.#random = random;
    this.#stalls = new Stalls(random, conditions.stallsPerMs, conditions.stallMs);
    this.#useBefore(conditions.usedBefore);
    this.#foreignAfter(0);
  }

  now(): number {
    return this.#nowMs;
  }

  async waitUntil(atMs: number): Promise<void> {
    this.#nowMs = Math.max(this.#nowMs, this.#stalls.workedOffAt(atMs));
  }

  async send(request: QuotaRequest, connection = 0): Promise<number> {
    this.#write(request, -connection);
    return this.#nextAnswer()?.index ?? Number.NaN;
  }

  async burst(
    requests: readonly QuotaRequest[],
    connections: number,
    mostRefused: number,
  ): Promise<BurstLedger> {
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

  async paced(series: PacedSeries): Promise<void> {
    const startMs = this.#nowMs;
    const free: number[] = [];
    for (let count = 0; ; count += 1) {
      const dueMs = startMs + count * series.intervalMs;
      for (let answer = this.#nextAnswer(dueMs); answer !== null; answer = this.#nextAnswer(dueMs)) {
        free.push(answer.connection);
        series.answered(answer.index);
      }
      this.#nowMs = Math.max(this.#nowMs, this.#stalls.workedOffAt(dueMs));
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
  #write(request: QuotaRequest, connection: number): void {
    if (this.#sent >= mostRequests) {
      throw new Error(`the measurement sent ${mostRequests} requests and goes on`);
    }
    this.#sent += 1;
    const sentAtMs = this.#stalls.workedOffAt(this.#nowMs);
    const failure = this.#failure();
    const underWay = {
      number: this.#sent,
      request,
      connection,
      sentAtMs,
      failure,
      answer: null,
      dateMs: Number.NaN,
    };
    this.#nowMs = sentAtMs + this.#conditions.writeMs;
    this.#events.add(this.#nowMs + this.#way(), { kind: 'decide', underWay });
  }

  /** Lets time pass until the next answer that is handled before a moment, and puts it into the timeline. */
  #nextAnswer(beforeMs = Number.POSITIVE_INFINITY): { index: number; connection: number } | null {
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
          this.#events.add(atMs + this.#way(), { kind: 'arrive', underWay });
          break;
        case 'arrive':
          this.#events.add(this.#stalls.workedOffAt(Math.max(atMs, this.#nowMs)), {
            kind: 'handle',
            underWay,
          });
          break;
        case 'handle':
          this.#nowMs = Math.max(atMs, this.#nowMs);
          return { index: this.#record(underWay), connection: underWay.connection };
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
        atMs: serverMs,
      });
    }
  }

  #record(underWay: UnderWay): number {
    const { answer, request } = underWay;
    const index = this.timeline.add({
      exchange: underWay.number,
      key: request.key,
      connection: underWay.connection,
      operation: request.operation,
      phase: request.phase,
      sentAtMs: underWay.sentAtMs,
      answeredAtMs: this.#nowMs,
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

  #way(): number {
    const { leastWayMs, mostWayMs, tailShare, tailMs } = this.#conditions;
    const tail = tailShare > 0 && this.#random() < tailShare ? this.#random() * tailMs : 0;
    return between(this.#random, leastWayMs, mostWayMs) + tail;
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
