import { arrivalGap, between, type Random } from '../random.ts';
import type { Service } from '../service/limited-service.ts';

/** What lies between a measurement and the service it measures; times in ms. */
export interface Conditions {
  /** One way takes at least and, without a tail, at most. */
  readonly leastWayMs: number;
  readonly mostWayMs: number;
  /** The share of ways that take up to `tailMs` more. */
  readonly tailShare: number;
  readonly tailMs: number;
  /** How often the measuring process stalls, a ms, and for how long at most. */
  readonly stallsPerMs: number;
  readonly stallMs: number;
  /** How long the measuring process is busy with writing one request. */
  readonly writeMs: number;
  /** The share of requests that bring no answer, or a 500, decided on or not. */
  readonly failureShare: number;
  /** The server's clock less ours at the start, in ms since 1970. */
  readonly clockMs: number;
  /** How much quicker the server's clock goes: 0.0002 gains 12 ms a minute. */
  readonly drift: number;
  /** Requests that each key of the measurement got just before it, from an earlier run. */
  readonly usedBefore: number;
  /** Requests of others on those keys, a ms and key. */
  readonly foreignPerMs: number;
}

/** Some moment, so that windows that follow the clock begin anywhere. */
const someDayMs = Date.UTC(2026, 10, 20);

/** Conditions as they come: mostly good, at times bad, each in its own way. */
export function anyConditions(random: Random, limit: number, foreignPerSecond: number): Conditions {
  const leastWayMs = between(random, 0.25, 10);
  return {
    leastWayMs,
    mostWayMs: between(random, leastWayMs, 30),
    tailShare: random() < 0.5 ? between(random, 0, 0.03) : 0,
    tailMs: 400,
    stallsPerMs: random() < 0.5 ? between(random, 0, 1 / 3000) : 0,
    stallMs: between(random, 5, 300),
    writeMs: between(random, 0.02, 0.2),
    failureShare: random() < 0.15 ? 0.005 : 0,
    clockMs: someDayMs + between(random, 0, 86_400_000) + between(random, -30_000, 30_000),
    drift: between(random, -0.0002, 0.0002),
    usedBefore: random() < 0.15 ? Math.floor(between(random, 0, 1.3 * limit)) : 0,
    foreignPerMs: foreignPerSecond / 1000,
  };
}

/** Conditions in which nothing hides a fault: no failures, nothing used before. */
export function plainConditions(random: Random, limit: number): Conditions {
  return { ...anyConditions(random, limit, 0), failureShare: 0, usedBefore: 0 };
}

/** The service's clock at a moment of the run's. */
export function serverMs(conditions: Conditions, atMs: number): number {
  return conditions.clockMs + atMs * (1 + conditions.drift);
}

/** The times at which a process does nothing because something else keeps it busy. */
export class Stalls {
  readonly #random: Random;
  readonly #perMs: number;
  readonly #longestMs: number;
  #fromMs = 0;
  #untilMs = 0;

  constructor(random: Random, perMs: number, longestMs: number) {
    this.#random = random;
    this.#perMs = perMs;
    this.#longestMs = longestMs;
  }

  /** The time at which the process handles something due then; called roughly in the order of time. */
  workedOffAt(atMs: number): number {
    if (this.#perMs === 0) {
      return atMs;
    }
    while (this.#untilMs <= atMs) {
      this.#fromMs = this.#untilMs + arrivalGap(this.#random, this.#perMs);
      this.#untilMs = this.#fromMs + this.#random() * this.#longestMs;
    }
    return atMs < this.#fromMs ? atMs : this.#untilMs;
  }
}

/** Requests of other clients on the measured keys, before the run and during it. */
export class ForeignTraffic {
  readonly #service: Service;
  readonly #conditions: Conditions;
  readonly #keys: readonly number[];
  readonly #random: Random;
  #nextMs = Number.POSITIVE_INFINITY;

  constructor(service: Service, conditions: Conditions, keys: readonly number[], random: Random) {
    this.#service = service;
    this.#conditions = conditions;
    this.#keys = keys;
    this.#random = random;
    this.#useBefore(conditions.usedBefore);
    this.#scheduleAfter(0);
  }

  /** Sends every request that is due until a moment. */
  sendUntil(atMs: number): void {
    while (this.#nextMs <= atMs) {
      const key = this.#keys[Math.floor(this.#random() * this.#keys.length)] ?? 0;
      const dueMs = this.#nextMs;
      this.#send(key, dueMs);
      this.#scheduleAfter(dueMs);
    }
  }

  /** An earlier run sends its requests in the two minutes before this one. */
  #useBefore(count: number): void {
    const times = Array.from({ length: count }, () => between(this.#random, -120_000, -50));
    for (const atMs of times.toSorted((left, right) => left - right)) {
      for (const key of this.#keys) {
        this.#send(key, atMs);
      }
    }
  }

  #send(key: number, atMs: number): void {
    this.#service({
      key,
      connection: -1,
      operation: 'listPets',
      missing: false,
      atMs: serverMs(this.#conditions, atMs),
    });
  }

  #scheduleAfter(atMs: number): void {
    const perMs = this.#conditions.foreignPerMs * this.#keys.length;
    this.#nextMs = perMs === 0 ? Number.POSITIVE_INFINITY : atMs + arrivalGap(this.#random, perMs);
  }
}
