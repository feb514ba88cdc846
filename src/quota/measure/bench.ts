import { greatest } from 'd3-array';
import type { Operation } from '../../exchange/exchange.ts';
import { seededNumbers } from '../../exchange/seeded-numbers.ts';
import type { ClockBounds } from '../../exchange/server-clock.ts';
import { clockOfDates } from '../judge/clock-of-dates.ts';
import { entriesOfMinute } from '../judge/entries.ts';
import { drift, timerMs } from '../judge/limiter-model.ts';
import { factsOf, type Phase, type PlanUnderTest, type QuotaWire } from '../quota-wire.ts';
import { isRefusal } from '../refusal-fields.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import { fallenSilent, type MeasuredBurst, type MeasurementListener } from './measurement.ts';

/** The possible error of reading clocks, in ms. */
const slackMs = 200;
/** Enough to determine the fraction of a second, and too few for clocks to drift apart meanwhile. */
const datesLookedAt = 512;
/** Consecutive single requests without a response, or a burst and one more, after which the service is gone. */
const unansweredToBeGone = 3;
/** The rounding of an announced time to seconds, with a margin, in ms. */
const cutMs = 1100;
/** The minimum interval between reports of the same activity, in ms. */
const reportedEveryMs = 250;

/** The environment of measuring a plan: sends one call at a time, reports progress and remembers bursts. */
export class Bench {
  readonly plan: PlanUnderTest;
  readonly wire: QuotaWire;
  readonly random: () => number;
  readonly bursts: MeasuredBurst[] = [];
  /** Keys that were unused long enough for a full quota. */
  readonly rested = new Set<number>();
  expectedEndMs: number;
  readonly #listener: MeasurementListener;
  /** Consecutive requests without a response. */
  #unanswered = 0;
  #seen = 0;
  #admitted = 0;
  #refused = 0;
  #reported = { doing: '', atMs: Number.NEGATIVE_INFINITY };

  constructor(plan: PlanUnderTest, wire: QuotaWire, listener: MeasurementListener) {
    this.plan = plan;
    this.wire = wire;
    this.random = seededNumbers(plan.seed);
    this.#listener = listener;
    this.expectedEndMs = wire.now() + 2.25 * plan.minuteMs;
  }

  get timeline(): Timeline {
    return this.wire.timeline;
  }

  /** The number of places that get parts of each burst, the base URL included. */
  get places(): number {
    return this.wire.places ?? 1;
  }

  get operations(): readonly Operation[] {
    const { operations } = this.wire;
    return this.plan.readOnly ? operations.filter((operation) => operation !== 'createPet') : operations;
  }

  /** The assumed resolution of a limiter's clock: a second, or less for a minute of a few seconds. */
  get tickMs(): number {
    return Math.min(1000, this.plan.minuteMs / 8);
  }

  /** The maximum distance of a `Reset` or `Retry-After` within a minute, in ms. */
  get longestWaitMs(): number {
    const { minuteMs, perMinute } = this.plan;
    return minuteMs + (2 * minuteMs) / perMinute + 2000 + cutMs;
  }

  /** The server's clock as the judge will see it, or in the long phase of the daily limit as it is now. */
  clock(): ClockBounds | null {
    const { timeline } = this;
    const isDay = timeline.at(-1)?.phase === 'day';
    return clockOfDates(isDay ? timeline.slice(-datesLookedAt) : entriesOfMinute(timeline));
  }

  /** The operation, or a list if it can't be sent. */
  servable(operation: Operation): Operation {
    return this.operations.includes(operation) ? operation : 'listPets';
  }

  /** @param connection the number of the reused connection, from 0 */
  async send(key: number, operation: Operation, phase: Phase, connection = 0): Promise<TimelineEntry> {
    this.reportPhase(phase);
    const entry = await this.wire.send({ key, operation: this.servable(operation), phase }, connection);
    this.reportPhase(phase);
    this.#unanswered = entry.status === 0 ? this.#unanswered + 1 : 0;
    if (this.#unanswered >= unansweredToBeGone) {
      throw fallenSilent(key);
    }
    return entry;
  }

  /** Sends the remaining requests and a few beyond them at once, with mixed operations. */
  async mixedBurst(
    key: number,
    phase: Phase,
    left: number,
    { beyond, mostRefused, creations = 0 }: { beyond: number; mostRefused: number; creations?: number },
  ): Promise<MeasuredBurst> {
    const mixture = { operations: this.operations, creations, tail: beyond };
    return await this.burst(key, phase, mixedOperations(left + beyond, mixture, this.random), mostRefused);
  }

  async burst(
    key: number,
    phase: Phase,
    operations: readonly Operation[],
    mostRefused: number,
    place?: number,
  ): Promise<MeasuredBurst> {
    this.reportPhase(phase);
    const requests = operations.map((operation) => ({ key, operation, phase }));
    const width = Math.max(1, Math.min(this.plan.connections, requests.length));
    const ledger = await this.wire.burst(requests, width, Math.max(1, mostRefused), place);
    const burst = { ...ledger, key, phase };
    this.bursts.push(burst);
    this.reportPhase(phase);
    if (ledger.unanswered > ledger.answered || ledger.answered === 0) {
      // One more shows whether the service stopped responding, or autocannon lost the responses.
      this.#unanswered += unansweredToBeGone - 1;
      await this.send(key, 'listPets', 'calibrate');
    }
    return burst;
  }

  /** Waits until a span is surely over by the server's clock too. */
  async waitOut(fromMs: number, spanMs: number, reason: string): Promise<void> {
    await this.waitUntil(this.surelyOverAfter(fromMs, spanMs), reason);
  }

  /** When a span is surely over by the server's clock too. */
  surelyOverAfter(fromMs: number, spanMs: number): number {
    return fromMs + spanMs + this.#slackMs(spanMs);
  }

  /**
   * Waits for a span from a receipt, which needs no clock of the server. A later request would miss a slightly too
   * short wait.
   */
  async waitOutExactly(fromMs: number, spanMs: number, reason: string): Promise<void> {
    await this.waitUntil(fromMs + spanMs * (1 + drift) + timerMs, reason);
  }

  async waitUntil(atMs: number, reason: string): Promise<void> {
    if (atMs > this.wire.now()) {
      this.expectedEndMs = Math.max(this.expectedEndMs, atMs);
      this.#report(`waiting: ${reason}`);
      await this.wire.waitUntil(atMs, reason);
    }
  }

  #slackMs(spanMs: number): number {
    return drift * (spanMs + this.plan.minuteMs) + slackMs;
  }

  /**
   * The time on the timeline's clock when a `Reset` is certainly over, allowing for truncation to the second and for a
   * sliding counter to forget one request; `null` if it can't be awaited.
   */
  surelyAfter(reset: number, longestWaitMs = this.longestWaitMs): number | null {
    const clock = this.clock();
    const now = this.wire.now();
    if (clock === null || Number.isNaN(reset)) {
      return null;
    }
    const at = reset * 1000 + cutMs - clock.leastMs + this.plan.minuteMs / this.plan.perMinute;
    const waitMs = Math.max(0, at - now);
    return waitMs <= longestWaitMs ? at + this.#slackMs(waitMs) : null;
  }

  /** The refusals of one key since its last admitted request: 429s, and statuses that may replace them. */
  refusedInARow(key: number): number {
    const own = this.timeline.filter((entry) => entry.key === key);
    return own.slice(own.findLastIndex(isServed) + 1).filter(({ status }) => isRefusal(status)).length;
  }

  /** The requests of a key after the first `from` of all. */
  entriesSince(key: number, from: number): TimelineEntry[] {
    return this.timeline.slice(from).filter((entry) => entry.key === key);
  }

  /** The last response to a key, or `null`. */
  lastAnswered(
    key: number,
    wanted: (status: number) => boolean = (status) => status !== 0,
  ): TimelineEntry | null {
    const own = this.timeline.filter((entry) => entry.key === key && wanted(entry.status));
    return greatest(own.reverse(), ({ answeredAtMs }) => answeredAtMs) ?? null;
  }

  reportPhase(phase: Phase): void {
    this.#report(factsOf(phase).doing);
  }

  /** Reports the end of the measurement. */
  reportEnd(): void {
    this.#reported.atMs = Number.NEGATIVE_INFINITY;
    this.#report(this.#reported.doing);
  }

  #report(doing: string): void {
    const nowMs = this.wire.now();
    if (doing === this.#reported.doing && nowMs - this.#reported.atMs < reportedEveryMs) {
      return;
    }
    this.#reported = { doing, atMs: nowMs };
    const unseen = this.timeline.slice(this.#seen);
    this.#seen += unseen.length;
    this.#admitted += unseen.filter(isServed).length;
    this.#refused += unseen.filter(({ status }) => status === 429).length;
    this.#listener({
      doing,
      sent: this.#seen,
      admitted: this.#admitted,
      refused: this.#refused,
      leftMs: Math.max(0, this.expectedEndMs - nowMs),
    });
  }
}

/** The parts of a mixed burst. */
interface Mixture {
  /** The operations that can be served; without `createPet` nothing is created. */
  readonly operations: readonly Operation[];
  /** The maximum number of creations. */
  readonly creations: number;
  /** How many requests at the end are likely refused: some creations are put there. */
  readonly tail: number;
}

const shareOfGets = 0.3;
/** The share of the creations that is likely to be refused. */
const shareOfTail = 0.4;

/** Operations in a random order: lists mostly, gets, a few creations. */
export function mixedOperations(size: number, mixture: Mixture, random: () => number): Operation[] {
  const gets = mixture.operations.includes('getPet') ? shareOfGets : 0;
  const mixed = Array.from({ length: size }, (): Operation => (random() < gets ? 'getPet' : 'listPets'));
  if (mixture.operations.includes('createPet')) {
    const creations = Math.min(mixture.creations, size);
    const inTail = Math.min(mixture.tail, Math.round(creations * shareOfTail));
    const head = size - mixture.tail;
    for (let count = 0; count < creations; count += 1) {
      const [from, length] = count < inTail ? [head, mixture.tail] : [0, Math.max(1, head)];
      mixed[from + Math.floor(random() * length)] = 'createPet';
    }
  }
  return mixed;
}

/**
 * The keys that only got 401 or 403 while another one was served or reached its limit. If none is served, the keys are
 * not the cause.
 */
export function refusedKeys(timeline: Timeline, keys: readonly number[]): number[] {
  const refused = new Set<number>();
  const known = new Set<number>();
  for (const { key, status } of timeline) {
    if (status === 401 || status === 403) {
      refused.add(key);
    } else if (status !== 0) {
      known.add(key);
    }
  }
  return known.size === 0 ? [] : keys.filter((key) => refused.has(key) && !known.has(key));
}
