import { countUpTo } from '../../../../src/quota/judge/times.ts';
import type { QuotaRequest } from '../../../../src/quota/quota-wire.ts';
import { between, type Random } from '../random.ts';
import type { Service, ServiceAnswer } from '../service/limited-service.ts';
import { type Conditions, ForeignTraffic, serverMs } from './conditions.ts';
import { readAnswer, readServerError, unanswered } from './timeline-entry.ts';
import type { VirtualPlace, VirtualProcess } from './virtual-places.ts';

/** More than any measurement needs; one that exceeds it never ends. */
const maxRequests = 200_000;

/** A request in flight. */
export interface InFlight {
  readonly number: number;
  readonly request: QuotaRequest;
  readonly connection: number;
  readonly sentAtMs: number;
  readonly process: VirtualProcess;
  readonly place: VirtualPlace;
  readonly failure: 'none' | 'lost' | 'answer lost' | 'error' | 'error, counted';
  answer: ServiceAnswer | null;
  dateMs: number;
}

/** A response that the process which sent the request has read. */
export interface Handled {
  readonly inFlight: InFlight;
  readonly atMs: number;
}

interface NetworkEvent {
  readonly kind: 'decide' | 'arrive' | 'handle';
  readonly inFlight: InFlight;
}

/** Carries requests to a service and responses back, in virtual time. */
export class VirtualNetwork {
  readonly #service: Service;
  readonly #conditions: Conditions;
  readonly #random: Random;
  readonly #foreign: ForeignTraffic;
  readonly #events = new EventQueue<NetworkEvent>();
  #sent = 0;

  constructor(service: Service, conditions: Conditions, measuredKeys: readonly number[], random: Random) {
    this.#service = service;
    this.#conditions = conditions;
    this.#random = random;
    this.#foreign = new ForeignTraffic(service, conditions, measuredKeys, random);
  }

  /** Writes a request; the process is busy with it for a moment. */
  send(request: QuotaRequest, connection: number, process: VirtualProcess, place: VirtualPlace): void {
    if (this.#sent >= maxRequests) {
      throw new Error(`the measurement sent ${maxRequests} requests and does not end`);
    }
    this.#sent += 1;
    const sentAtMs = process.stalls.workedOffAt(process.nowMs);
    const inFlight = {
      number: this.#sent,
      request,
      connection,
      sentAtMs,
      process,
      place,
      failure: this.#failure(),
      answer: null,
      dateMs: Number.NaN,
    };
    process.nowMs = sentAtMs + this.#conditions.writeMs;
    this.#events.add(process.nowMs + place.way(), { kind: 'decide', inFlight });
  }

  /** Lets time pass until a process handles the next response, unless none is due before a moment. */
  nextHandled(beforeMs = Number.POSITIVE_INFINITY): Handled | null {
    while (this.#events.nextAtMs() < beforeMs) {
      const atMs = this.#events.nextAtMs();
      const event = this.#events.take();
      if (event === undefined) {
        return null;
      }
      const { inFlight } = event;
      const { process } = inFlight;
      switch (event.kind) {
        case 'decide':
          this.#decide(inFlight, atMs);
          this.#events.add(atMs + inFlight.place.way(), { kind: 'arrive', inFlight });
          break;
        case 'arrive':
          this.#events.add(process.stalls.workedOffAt(Math.max(atMs, process.nowMs)), {
            kind: 'handle',
            inFlight,
          });
          break;
        case 'handle':
          process.nowMs = Math.max(atMs, process.nowMs);
          return { inFlight, atMs: process.nowMs };
      }
    }
    return null;
  }

  #decide(inFlight: InFlight, atMs: number): void {
    this.#foreign.sendUntil(atMs);
    inFlight.dateMs = serverMs(this.#conditions, atMs);
    if (inFlight.failure !== 'lost' && inFlight.failure !== 'error') {
      const { key, operation, phase } = inFlight.request;
      inFlight.answer = this.#service({
        key,
        connection: inFlight.connection,
        operation,
        missing: phase === 'count' && operation === 'getPet',
        place: inFlight.place.number,
        atMs: inFlight.dateMs,
      });
    }
  }

  #failure(): InFlight['failure'] {
    if (this.#conditions.failureShare === 0 || this.#random() >= this.#conditions.failureShare) {
      return 'none';
    }
    const kinds = ['lost', 'answer lost', 'error', 'error, counted'] as const;
    return kinds[Math.floor(this.#random() * kinds.length)] ?? 'lost';
  }
}

/** One way between a process and the service, in ms. */
export function oneWayMs(conditions: Conditions, random: Random, moreMs: number): number {
  const { leastWayMs, mostWayMs, tailShare, tailMs } = conditions;
  const tail = tailShare > 0 && random() < tailShare ? random() * tailMs : 0;
  return between(random, leastWayMs, mostWayMs) + tail + moreMs;
}

/** The response as the process reads it. */
export function received({ answer, failure, dateMs }: InFlight): ReturnType<typeof readAnswer> {
  if (failure === 'lost' || failure === 'answer lost') {
    return unanswered;
  }
  return failure === 'none' && answer !== null ? readAnswer(answer, dateMs) : readServerError(dateMs);
}

/** Events ordered by time; those of one time in the order in which they were added. */
class EventQueue<Kind> {
  readonly #times: number[] = [];
  readonly #events: Kind[] = [];

  add(atMs: number, event: Kind): void {
    const place = countUpTo(this.#times, atMs);
    this.#times.splice(place, 0, atMs);
    this.#events.splice(place, 0, event);
  }

  /** The time of the next event, or infinity. */
  nextAtMs(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  take(): Kind | undefined {
    this.#times.shift();
    return this.#events.shift();
  }
}
