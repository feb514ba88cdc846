import { LoadConnections } from './load-connections.ts';
import type { EngineParts } from './load-engine.ts';
import { inWhole, type Shard, wholeLoad } from './shards/shard-plan.ts';

/** The possible delay of timers, in ms: the last part before a start is waited for without them. */
const wakeEarlyMs = 2;
/** The maximum time until a waiting loop notices the end of the load, in ms. */
const longestSleepMs = 50;

/**
 * An open loop over undici: requests start at scheduled times, independent of responses, and latencies count from those
 * times (no coordinated omission). A start is missed if every connection is busy, or if the generator is more than a
 * second late. Resolves when all started requests have ended.
 *
 * Timers are late by a millisecond or two, so they fire early, and `setImmediate` waits for the rest while the network is
 * read. Node.js handles many simultaneous responses before anything else, so due requests are started after each.
 */
export async function runOpenLoop(
  parts: EngineParts,
  schedule: StartSchedule,
  beginMs: number,
): Promise<void> {
  const { traffic, sink, now } = parts;
  const connections = new LoadConnections(parts);
  const underWay = new Set<Promise<void>>();
  const giveUp = (intendedAtMs: number): void => sink.missed(traffic.next(), intendedAtMs, now());
  const start = (intendedAtMs: number): void => {
    const connection = connections.take();
    if (connection === null) {
      giveUp(intendedAtMs);
      return;
    }
    const request = traffic.next();
    sink.started(request, intendedAtMs, now());
    const sent: Promise<void> = connections.send(connection, request, intendedAtMs).finally(() => {
      underWay.delete(sent);
      starts.make();
    });
    underWay.add(sent);
  };
  const starts = new DueStarts(parts, schedule, { start, giveUp }, beginMs);
  await untilOver(starts);
  await Promise.all(underWay);
  await connections.close();
}

function untilOver(starts: DueStarts): Promise<void> {
  return new Promise((resolve) => {
    const step = (): void => {
      starts.make();
      if (starts.isOver) {
        starts.finish();
        resolve();
      } else if (starts.leftMs > wakeEarlyMs) {
        setTimeout(step, Math.min(starts.leftMs - wakeEarlyMs, longestSleepMs));
      } else {
        setImmediate(step);
      }
    };
    step();
  });
}

/** The handlers of a start with its scheduled time in ms. Both must return immediately. */
interface StartHandlers {
  /** It is due. */
  readonly start: (intendedAtMs: number) => void;
  /** Its start is overdue by more than a second, because the generator was too slow. */
  readonly giveUp: (intendedAtMs: number) => void;
}

/** The number of consecutive starts before responses and Ctrl-C are handled. */
const mostInARow = 32;
/** Starts that are overdue by more, in ms, are dropped. */
const longestOverdueMs = 1_000;

/** The starts of an open loop, each handled once and in order, at the first call after its time. */
export class DueStarts {
  readonly #parts: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>;
  readonly #schedule: StartSchedule;
  readonly #handlers: StartHandlers;
  readonly #beginMs: number;
  #index = 0;
  #nextMs: number;

  /** @param beginMs when the schedule begins; starts that were due since then are made up for */
  constructor(
    parts: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>,
    schedule: StartSchedule,
    handlers: StartHandlers,
    beginMs = parts.now(),
  ) {
    this.#parts = parts;
    this.#schedule = schedule;
    this.#handlers = handlers;
    this.#beginMs = beginMs;
    this.#nextMs = this.#beginMs + schedule.startOf(0);
  }

  /** Whether no starts are left. */
  get isOver(): boolean {
    const { now, untilMs, signal } = this.#parts;
    return signal.aborted || now() >= untilMs;
  }

  /** The time until the next start, in ms; negative if overdue. */
  get leftMs(): number {
    return Math.min(this.#nextMs, this.#parts.untilMs) - this.#parts.now();
  }

  /** Starts due requests, up to a bound. */
  make(): void {
    const { now, untilMs, signal } = this.#parts;
    const { start, giveUp } = this.#handlers;
    for (let count = 0; count < mostInARow && this.#nextMs < untilMs && !signal.aborted; count += 1) {
      const overdueMs = now() - this.#nextMs;
      if (overdueMs < 0) {
        return;
      }
      (overdueMs > longestOverdueMs ? giveUp : start)(this.#take());
    }
  }

  /** Drops the remaining due starts at the end of the load. */
  finish(): void {
    const { untilMs, signal } = this.#parts;
    while (this.#nextMs < untilMs && !signal.aborted) {
      this.#handlers.giveUp(this.#take());
    }
  }

  #take(): number {
    const intendedAtMs = this.#nextMs;
    this.#index += 1;
    this.#nextMs = this.#beginMs + this.#schedule.startOf(this.#index);
    return intendedAtMs;
  }
}

/**
 * The times at which an open loop starts its requests, in ms since its beginning: evenly spaced, regardless of the
 * responses. During the ramp the rate increases linearly from 0. The shards of a load take turns at the starts of the
 * whole.
 */
export class StartSchedule {
  readonly #perMs: number;
  readonly #rampMs: number;
  /** The number of requests in the ramp. */
  readonly #inRamp: number;
  readonly #shard: Shard;

  /** @param perSecond requests per second of the whole load, above 0 */
  constructor(perSecond: number, rampMs: number, shard: Shard = wholeLoad) {
    this.#shard = shard;
    this.#perMs = perSecond / 1000;
    this.#rampMs = rampMs;
    this.#inRamp = (this.#perMs * rampMs) / 2;
  }

  /** The time at which request number 0, 1, 2, … of this shard starts. */
  startOf(number: number): number {
    const index = inWhole(number, this.#shard);
    return index < this.#inRamp
      ? Math.sqrt((2 * index * this.#rampMs) / this.#perMs)
      : this.#rampMs + (index - this.#inRamp) / this.#perMs;
  }
}
