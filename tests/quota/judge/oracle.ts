/**
 * An oracle for short timelines: it tries every order and every moment on a grid at which requests can have been
 * decided, every phase and every step, and follows the states of a limiter. It shares nothing with the judge.
 */

/** A request that was decided between two moments of the grid, both included. */
export interface Decided {
  readonly from: number;
  readonly to: number;
  readonly admitted: boolean;
  /** What was said to be left; none where that is not known. */
  readonly left?: number;
}

/** States of a limiter are values: `decide` returns the next one, and whether a request at a moment is admitted. */
export interface Machine<State> {
  readonly begin: State;
  readonly decide: (state: State, at: number) => readonly [admitted: boolean, next: State];
  /** What it says is left at a moment, where it says so. */
  readonly left?: (state: State, at: number) => number;
}

type AnyMachine = Machine<readonly number[]>;

/** Windows of `length` by a clock that is `phase` ahead: [number of the window, used]. */
function clockWindow(limit: number, length: number, phase: number): AnyMachine {
  return {
    begin: [-1, 0],
    decide: ([window = 0, used = 0], at) => {
      const now = Math.floor((at + phase) / length);
      const before = now === window ? used : 0;
      return before < limit ? [true, [now, before + 1]] : [false, [now, before]];
    },
  };
}

/** Windows from the first request: [end, used]. */
function requestWindow(limit: number, length: number): AnyMachine {
  return {
    begin: [0, 0],
    decide: ([end = 0, used = 0], at) => {
      const [until, before] = at >= end ? [at + length, 0] : [end, used];
      return before < limit ? [true, [until, before + 1]] : [false, [until, before]];
    },
  };
}

/** A log: the times that count. */
function log(limit: number, length: number, countsRefused: boolean): AnyMachine {
  return {
    begin: [],
    decide: (times, at) => {
      const counted = times.filter((time) => time > at - length);
      if (counted.length < limit) {
        return [true, [...counted, at]];
      }
      return [false, countsRefused ? [...counted, at] : counted];
    },
  };
}

/** A window of so many segments, any of which may begin a `share` of one after a moment of the grid. */
interface Segments {
  readonly count: number;
  readonly share: number;
  /** What the segment a window ago counts by: the share of it that is still in the window, or nothing. */
  readonly fades: boolean;
  readonly countsRefused: boolean;
}

/** The numbers of the segments of what counts. */
function segmented(limit: number, length: number, segments: Segments): AnyMachine {
  const { count, share, fades, countsRefused } = segments;
  const overAt = (at: number) => (at * count) / length + share;
  const used = (numbers: readonly number[], over: number) =>
    numbers
      .map((number) => Math.floor(over) - number)
      .map((age) => (age < count ? 1 : fades && age === count ? 1 - (over % 1) : 0))
      .reduce((sum, weight) => sum + weight, 0);
  return {
    begin: [],
    decide: (numbers, at) => {
      const over = overAt(at);
      const kept = numbers.filter((number) => Math.floor(over) - number <= count);
      const counted = [...kept, Math.floor(over)];
      return used(kept, over) < limit ? [true, counted] : [false, countsRefused ? counted : kept];
    },
    left: (numbers, at) => Math.max(0, Math.floor(limit - used(numbers, overAt(at)))),
  };
}

/** A bucket that gets `each` tokens every `step`: [tokens, step of the last refill]. */
function bucket(limit: number, each: number, step: number, phase: number): AnyMachine {
  return {
    begin: [limit, -1],
    decide: ([tokens = 0, last = 0], at) => {
      const now = Math.floor((at + phase) / step);
      const full = last < 0 ? limit : Math.min(limit, tokens + each * (now - last));
      return full >= 1 ? [true, [full - 1, now]] : [false, [full, now]];
    },
    left: ([tokens = 0]) => Math.floor(tokens),
  };
}

/** Counts of two windows: [number of the window, used, used in the one before]. */
function counter(limit: number, length: number, phase: number): AnyMachine {
  return {
    begin: [-2, 0, 0],
    decide: ([window = 0, used = 0, before = 0], at) => {
      const now = Math.floor((at + phase) / length);
      const [current, previous] = now === window ? [used, before] : now === window + 1 ? [0, used] : [0, 0];
      const left = 1 - ((((at + phase) % length) + length) % length) / length;
      return current + previous * left < limit
        ? [true, [now, current + 1, previous]]
        : [false, [now, current, previous]];
    },
  };
}

/** Numbers of segments that divide the window into moments of the grid, and some that don't. */
const segmentCounts = [2, 3, 4, 5, 6, 7, 9, 12, 25];
/** Steps of buckets that are no whole number of moments beside those that are. */
const oddSteps = [0.5, 1.4, 2.5, 7.5];
const both = [false, true];

/** Every limiter of so many requests in a window of `length` moments, whatever its phase and its step. */
export function everyLimiter(limit: number, length: number): readonly AnyMachine[] {
  return [
    requestWindow(limit, length),
    ...both.map((countsRefused) => log(limit, length, countsRefused)),
    ...upTo(length).flatMap((phase) => [clockWindow(limit, length, phase), counter(limit, length, phase)]),
    ...everyLimiterInSteps(limit, length),
  ];
}

const upTo = (count: number) => Array.from({ length: count }, (_, value) => value);

/** Those of them that move on in steps. */
export function everyLimiterInSteps(limit: number, length: number): readonly AnyMachine[] {
  const steps = upTo(length).map((value) => value + 1);
  return [
    ...segmentCounts.flatMap((count) =>
      [0, 0.3, 0.5, 0.9].flatMap((share) =>
        both.flatMap((fades) =>
          both.map((countsRefused) => segmented(limit, length, { count, share, fades, countsRefused })),
        ),
      ),
    ),
    ...[...steps, ...oddSteps].flatMap((step) =>
      upTo(Math.ceil(step)).map((phase) => bucket(limit, (limit * step) / length, step, phase)),
    ),
  ];
}

/** Whether a limiter can have decided so: requests under way together in any order, at any moment of theirs. */
export function canDecideSo({ begin, decide }: AnyMachine, requests: readonly Decided[]): boolean {
  const all = 2 ** requests.length - 1;
  const seen = new Set<string>();
  const search = (done: number, now: number, state: readonly number[]): boolean => {
    if (done === all) {
      return true;
    }
    const name = `${done} ${now} ${state.join()}`;
    if (seen.has(name)) {
      return false;
    }
    seen.add(name);
    const open = requests.filter((_, index) => (done & (1 << index)) === 0);
    // Nobody may be decided after their answer.
    const last = Math.min(...open.map(({ to }) => to));
    for (let at = Math.max(now, Math.min(...open.map(({ from }) => from))); at <= last; at += 1) {
      for (const [index, request] of requests.entries()) {
        if ((done & (1 << index)) === 0 && request.from <= at && at <= request.to) {
          const [admitted, next] = decide(state, at);
          if (admitted === request.admitted && search(done | (1 << index), at, next)) {
            return true;
          }
        }
      }
    }
    return false;
  };
  return search(0, Number.NEGATIVE_INFINITY, begin);
}

/** The timeline of a limiter that decides on requests at these moments, and when each was under way. */
export function decidedBy(
  { begin, decide, left }: AnyMachine,
  requests: readonly { readonly at: number; readonly before: number; readonly after: number }[],
): readonly Decided[] {
  let state = begin;
  return [...requests]
    .sort((one, other) => one.at - other.at)
    .map(({ at, before, after }) => {
      const [admitted, next] = decide(state, at);
      state = next;
      const said = left?.(state, at);
      return {
        from: Math.max(0, at - before),
        to: at + after,
        admitted,
        ...(said === undefined ? {} : { left: said }),
      };
    });
}

export const logOnly = (limit: number, length: number) => log(limit, length, false);
export const clockWindowsOnly = (limit: number, length: number) =>
  Array.from({ length }, (_, phase) => clockWindow(limit, length, phase));
