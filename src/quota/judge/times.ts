/** The number of leading positions that hold, by binary search; all that hold precede those that do not. */
export function countWhile(length: number, holds: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The number of these ascending times before `timeMs`. */
export function countBefore(times: readonly number[], timeMs: number): number {
  return countWhile(times.length, (position) => (times[position] as number) < timeMs);
}

/** The number of these ascending times at or before `timeMs`. */
export function countUpTo(times: readonly number[], timeMs: number): number {
  return countWhile(times.length, (position) => (times[position] as number) <= timeMs);
}

/** The smallest of the values from each position on. */
export function smallestFrom(values: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  return values
    .toReversed()
    .map((value) => {
      least = Math.min(least, value);
      return least;
    })
    .reverse();
}

/** The largest of the values up to each position. */
export function largestUpTo(values: readonly number[]): number[] {
  let largest = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    largest = Math.max(largest, value);
    return largest;
  });
}

/** Sorted by time, those of the same time in their order. */
export function inOrder<Of>(items: readonly Of[], time: (item: Of) => number): Of[] {
  return items.toSorted((one, other) => time(one) - time(other));
}

/** The order of numbers, for `sort`. */
export function ascending(one: number, other: number): number {
  return one - other;
}

/** Spans of time, each from one moment to another: ascending and apart from each other, unless said otherwise. */
export type Spans = readonly (readonly [fromMs: number, toMs: number])[];

/** Merges spans that touch, given in any order. */
export function united(spans: Spans): Spans {
  const sorted = [...spans].sort((one, other) => one[0] - other[0]);
  const apart: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = apart.at(-1);
    if (to <= from) {
      continue;
    }
    if (last !== undefined && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else {
      apart.push([from, to]);
    }
  }
  return apart;
}

/** The parts of `spans` outside of `taken`. */
export function without(spans: Spans, taken: Spans): Spans {
  const left: [number, number][] = [];
  let first = 0;
  for (const [from, to] of spans) {
    while ((taken[first]?.[1] ?? Number.POSITIVE_INFINITY) < from) {
      first += 1;
    }
    let begin = from;
    for (let position = first; begin <= to; position += 1) {
      const [takenFrom, takenTo] = taken[position] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      if (Math.min(takenFrom, to) >= begin && takenFrom > begin) {
        left.push([begin, Math.min(takenFrom, to)]);
      }
      if (takenFrom > to) {
        break;
      }
      begin = Math.max(begin, takenTo);
      if (takenTo >= to) {
        break;
      }
    }
  }
  return left;
}

/** The parts of `spans` within one span. */
export function within(spans: Spans, fromMs: number, toMs: number): Spans {
  const first = countWhile(spans.length, (position) => (spans[position]?.[1] ?? 0) < fromMs);
  const parts: [number, number][] = [];
  for (let position = first; position < spans.length; position += 1) {
    const [from, to] = spans[position] ?? [0, 0];
    if (from > toMs) {
      break;
    }
    parts.push([Math.max(from, fromMs), Math.min(to, toMs)]);
  }
  return parts;
}
