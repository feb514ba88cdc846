import type { EngineParts } from './load-engine.ts';

/** What becomes of a start, given the time that it was to have in ms. Both have to return at once. */
interface StartHandlers {
  /** Its time has come. */
  readonly start: (intendedAtMs: number) => void;
  /** Its time is long past: the generator was too slow for it. */
  readonly giveUp: (intendedAtMs: number) => void;
}

/** Starts that are made in a row: then answers are looked at again, and Ctrl-C. */
const mostInARow = 32;
/** What is overdue by more, in ms, is not started any more. */
const longestOverdueMs = 1_000;

/** The starts of an open loop, each handled once, in their order, as soon as somebody asks after its time. */
export class DueStarts {
  readonly #parts: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>;
  readonly #schedule: StartSchedule;
  readonly #handlers: StartHandlers;
  readonly #beginMs: number;
  #index = 0;
  #nextMs: number;

  /** @param beginMs when the schedule begins: what is due since then is made up for */
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

  /** Whether nothing more is to be started. */
  get isOver(): boolean {
    const { now, untilMs, signal } = this.#parts;
    return signal.aborted || now() >= untilMs;
  }

  /** How long until something is to be done, in ms; below 0 where it is overdue. */
  get leftMs(): number {
    return Math.min(this.#nextMs, this.#parts.untilMs) - this.#parts.now();
  }

  /** Makes the starts whose time has come, some of them where there are many. */
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

  /** Gives up what was not made in time, where the load came to its end. */
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
 * The times at which an open loop starts its requests, in ms since its beginning: evenly spaced, whatever the answers
 * do. During the ramp the rate grows evenly from 0 to its height.
 */
export class StartSchedule {
  readonly #perMs: number;
  readonly #rampMs: number;
  /** Requests that the ramp takes. */
  readonly #inRamp: number;

  /** @param perSecond requests a second, above 0 */
  constructor(perSecond: number, rampMs: number) {
    this.#perMs = perSecond / 1000;
    this.#rampMs = rampMs;
    this.#inRamp = (this.#perMs * rampMs) / 2;
  }

  /** When the request number 0, 1, 2, … is to be started. */
  startOf(index: number): number {
    return index < this.#inRamp
      ? Math.sqrt((2 * index * this.#rampMs) / this.#perMs)
      : this.#rampMs + (index - this.#inRamp) / this.#perMs;
  }
}
