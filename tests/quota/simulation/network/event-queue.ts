import { countUpTo } from '../../../../src/quota/judge/sorted-times.ts';

/** Events in the order of their times; of several at one time, the one that was added first comes first. */
export class EventQueue<Kind> {
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
