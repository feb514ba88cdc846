interface QueuedEvent<Kind> {
  readonly atMs: number;
  readonly order: number;
  readonly event: Kind;
}

/** Events in the order of their times; of several at one time, the one that was added first comes first. */
export class EventQueue<Kind> {
  readonly #heap: QueuedEvent<Kind>[] = [];
  #added = 0;

  add(atMs: number, event: Kind): void {
    const heap = this.#heap;
    const added = { atMs, order: this.#added, event };
    this.#added += 1;
    let place = heap.length;
    heap.push(added);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !precedes(added, parent)) {
        break;
      }
      heap[place] = parent;
      place = above;
    }
    heap[place] = added;
  }

  /** The time of the next event, or infinity. */
  nextAtMs(): number {
    return this.#heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  take(): Kind | undefined {
    const first = this.#heap[0];
    const last = this.#heap.pop();
    if (first !== undefined && last !== undefined && first !== last) {
      this.#sink(last);
    }
    return first?.event;
  }

  #sink(sunk: QueuedEvent<Kind>): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      const left = heap[2 * place + 1];
      const right = heap[2 * place + 2];
      const earlier = right !== undefined && left !== undefined && precedes(right, left) ? right : left;
      if (earlier === undefined || !precedes(earlier, sunk)) {
        break;
      }
      heap[place] = earlier;
      place = 2 * place + (earlier === right ? 2 : 1);
    }
    heap[place] = sunk;
  }
}

function precedes(one: QueuedEvent<unknown>, other: QueuedEvent<unknown>): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
