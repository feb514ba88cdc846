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
export function countBefore(times: Float64Array, timeMs: number): number {
  return countWhile(times.length, (position) => (times[position] as number) < timeMs);
}

/** The number of these ascending times at or before `timeMs`. */
export function countUpTo(times: Float64Array, timeMs: number): number {
  return countWhile(times.length, (position) => (times[position] as number) <= timeMs);
}

/** The smallest of the values from each position on. */
export function smallestFrom(values: Float64Array): Float64Array {
  const smallest = new Float64Array(values.length);
  let least = Number.POSITIVE_INFINITY;
  for (let position = values.length - 1; position >= 0; position -= 1) {
    least = Math.min(least, values[position] as number);
    smallest[position] = least;
  }
  return smallest;
}

/**
 * Sorts indices by time, in place. Requests are recorded nearly in order, so insertion sort usually suffices; otherwise
 * sorts normally.
 */
export function sortByTime(indices: Int32Array, time: (index: number) => number): Int32Array {
  let moves = 0;
  for (let position = 1; position < indices.length; position += 1) {
    const index = indices[position] as number;
    const own = time(index);
    let place = position;
    while (place > 0 && time(indices[place - 1] as number) > own) {
      indices[place] = indices[place - 1] as number;
      place -= 1;
      moves += 1;
    }
    indices[place] = index;
    if (moves > 64 * indices.length) {
      return indices.sort((one, other) => time(one) - time(other));
    }
  }
  return indices;
}

/** Indices sorted by time. Returns the same array if sorted already; callers must not change it. */
export function inOrder(indices: Int32Array, time: (index: number) => number): Int32Array {
  for (let position = 1; position < indices.length; position += 1) {
    if (time(indices[position - 1] as number) > time(indices[position] as number)) {
      return sortByTime(indices.slice(), time);
    }
  }
  return indices;
}

/** A time of each of these indices. */
export function readTimes(indices: Int32Array, time: (index: number) => number): Float64Array {
  const times = new Float64Array(indices.length);
  for (let position = 0; position < indices.length; position += 1) {
    times[position] = time(indices[position] as number);
  }
  return times;
}
