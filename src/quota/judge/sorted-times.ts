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
