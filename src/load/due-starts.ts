import type { EngineParts } from './load-engine.ts';
import type { StartSchedule } from './start-schedule.ts';

/** The starts of an open loop, each called once, in their order, as soon as somebody asks after its time. */
export class DueStarts {
  readonly #parts: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>;
  readonly #schedule: StartSchedule;
  readonly #start: (intendedAtMs: number) => void;
  readonly #beginMs: number;
  #index = 0;
  #nextMs: number;

  /** The schedule begins now. @param start makes one request; it has to return at once */
  constructor(
    parts: Pick<EngineParts, 'now' | 'untilMs' | 'signal'>,
    schedule: StartSchedule,
    start: (intendedAtMs: number) => void,
  ) {
    this.#parts = parts;
    this.#schedule = schedule;
    this.#start = start;
    this.#beginMs = parts.now();
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

  /** Makes every start whose time has come. */
  make(): void {
    const { now, untilMs, signal } = this.#parts;
    while (this.#nextMs <= now() && this.#nextMs < untilMs && !signal.aborted) {
      const intendedAtMs = this.#nextMs;
      this.#index += 1;
      this.#nextMs = this.#beginMs + this.#schedule.startOf(this.#index);
      this.#start(intendedAtMs);
    }
  }
}
