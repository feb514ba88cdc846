import { PlaceClock, type WidenedSpan, widenedSpan } from '../../../../src/quota/generators/place-clock.ts';
import type { QuotaRequest } from '../../../../src/quota/quota-wire.ts';
import { between, type Random } from '../random.ts';
import type { Stalls } from './stalls.ts';

/** The conditions of bursts from several places in a simulation. */
export interface LendingConditions {
  readonly count: number;
  /** The maximum error of the clock of each place, in ms. */
  readonly clockErrorMs: number;
  /** Whether spans are widened by the uncertainty of the clocks; otherwise the clocks are trusted. */
  readonly widened: boolean;
}

/** A process that does one thing at a time. */
export class VirtualProcess {
  nowMs = 0;
  readonly stalls: Stalls;
  /** One way to the service, in ms. */
  readonly way: () => number;

  constructor(stalls: Stalls, way: () => number) {
    this.stalls = stalls;
    this.way = way;
  }
}

const readings = 6;
const leadMs = 60;

/** When the run sent a burst to its places, and when the last of them had returned its part. */
export interface LentTimes {
  readonly lentAtMs: number;
  readonly returnedAtMs: number;
}

/** A place with its own process and clock, and with different delays from and to the run. */
export class VirtualPlace {
  readonly number: number;
  readonly process: VirtualProcess;
  readonly #clock = new PlaceClock();
  readonly #random: Random;
  readonly #offsetMs: number;
  readonly #drift: number;
  readonly #leastWaysMs: readonly [number, number];
  readonly #isWidened: boolean;

  constructor(number: number, process: VirtualProcess, random: Random, conditions: LendingConditions) {
    this.number = number;
    this.process = process;
    this.#random = random;
    this.#isWidened = conditions.widened;
    this.#offsetMs = between(random, -conditions.clockErrorMs, conditions.clockErrorMs);
    // A trusted clock does not drift.
    this.#drift = conditions.widened ? between(random, -0.0004, 0.0004) : 0;
    this.#leastWaysMs = [between(random, 0.3, 40), between(random, 0.3, 40)];
  }

  /** Reads its clock several times in turn. Returns the time of the last response. */
  readClock(fromMs: number): number {
    const round = [];
    let nowMs = fromMs;
    for (let count = 0; count < readings; count += 1) {
      const sentAtMs = nowMs;
      const readAtMs = sentAtMs + this.wayThere();
      nowMs = readAtMs + this.wayBack();
      round.push({ sentAtMs, theirsMs: this.#theirs(readAtMs), receivedAtMs: nowMs });
    }
    this.#clock.see(round);
    return nowMs;
  }

  /** When it starts a burst that was sent at a moment, for the common start of all places. */
  startOf(lentAtMs: number): number {
    const theirStartMs = lentAtMs + leadMs + 4 * this.#clock.quickestMs + this.#clock.estimateMs;
    return Math.max(lentAtMs + this.wayThere(), (theirStartMs - this.#offsetMs) / (1 + this.#drift));
  }

  /** The span of a request as the run enters it. */
  spanOf(sentAtMs: number, answeredAtMs: number, times: LentTimes): WidenedSpan {
    const theirs = { sentAtMs: this.#theirs(sentAtMs), answeredAtMs: this.#theirs(answeredAtMs) };
    return this.#isWidened ? widenedSpan(this.#clock, theirs, times) : { ...theirs, clockMs: 0 };
  }

  wayThere(): number {
    return this.#leastWaysMs[0] + between(this.#random, 0, 15);
  }

  wayBack(): number {
    return this.#leastWaysMs[1] + between(this.#random, 0, 15);
  }

  #theirs(atMs: number): number {
    return this.#offsetMs + atMs * (1 + this.#drift);
  }
}

export function virtualPlaces(
  random: Random,
  conditions: LendingConditions,
  processOf: () => VirtualProcess,
): VirtualPlace[] {
  return Array.from(
    { length: conditions.count },
    (_, index) => new VirtualPlace(index + 1, processOf(), random, conditions),
  );
}

/** The part of a place in a burst, and its progress. */
export interface VirtualShare {
  readonly place: VirtualPlace;
  readonly requests: readonly QuotaRequest[];
  readonly connections: number;
  readonly mostRefused: number;
  sent: number;
  refusedInARow: number;
}

/** Divides a burst as `LentBursts` does. */
export function dealt(
  places: readonly VirtualPlace[],
  requests: readonly QuotaRequest[],
  connections: number,
  mostRefused: number,
): VirtualShare[] {
  const count = Math.min(places.length, requests.length, connections);
  const partOf = (whole: number, turn: number) => Math.floor(whole / count) + (turn < whole % count ? 1 : 0);
  return places.slice(0, count).map((place, turn) => ({
    place,
    requests: requests.filter((_, position) => position % count === turn),
    connections: partOf(connections, turn),
    mostRefused: Math.max(1, partOf(mostRefused, turn)),
    sent: 0,
    refusedInARow: 0,
  }));
}
