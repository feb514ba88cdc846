import { arrivalGap, between, type Random } from '../random.ts';
import type { Service } from '../service/service.ts';
import { type Conditions, serverMs } from './conditions.ts';

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
