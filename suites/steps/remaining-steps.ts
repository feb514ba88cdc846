import type { Operation } from '../../src/exchange/exchange.ts';
import { type CountedRequest, type CountedSeries, pausedAt, type ShownLimit } from './counted-series.ts';

/** How `Remaining` changes instead of by one with each request. */
export interface CountingFault {
  readonly kind: string;
  readonly message: string;
}

/** From one request to the next, each of which was counted somewhere between being sent and being answered. */
interface Step {
  readonly operation: Operation;
  /** By how much `Remaining` went down; negative if it rose. */
  readonly drop: number;
  readonly from: CountedRequest;
  readonly to: CountedRequest;
  readonly hasPause: boolean;
  /** The most requests that a token bucket restores meanwhile. */
  readonly refill: number;
}

/** The longest and the shortest time between the counts of two requests, in ms. */
function longestMs(from: CountedRequest, to: CountedRequest): number {
  return to.receivedMs - from.sentMs;
}

function shortestMs(from: CountedRequest, to: CountedRequest): number {
  return Math.max(Number.MIN_VALUE, to.sentMs - from.receivedMs);
}

/** Timers are not exact, and buckets are refilled in steps: what one may restore counts twice. */
const refillMargin = 2;
/** How many rises the end of a window and a step of a limiter in steps explain. */
const endsAndSteps = 2;
const fewestSteps = 24;
const fewestOfAnOperation = 8;
const fewestPairs = 10;
const fewestAdjacent = 5;

/**
 * The fault that series show, or `null`. It must be none that a limiter or another client of the key explains, which
 * restore or use requests steadily, at whatever rate. Pauses of random lengths, far longer than a response takes, are
 * assumed before some requests of each operation: a steady rate would show there most.
 */
export function countingFault(all: readonly CountedSeries[], shown: ShownLimit): CountingFault | null {
  const steps = all.map((series) => stepsOf(series, shown));
  return (
    separateCounts(all) ??
    risingTooMuch(all, shown) ??
    (steps.flat().length < fewestSteps
      ? null
      : (alike(steps) ?? ofOneOperation(steps.flat()) ?? inLumps(steps.flat()))) ??
    tooSlow(all, steps.flat(), shown)
  );
}

/** The steps in which `Remaining` goes down by one. */
export function stepsByOne(all: readonly CountedSeries[], shown: ShownLimit): number {
  return all.flatMap((series) => stepsOf(series, shown)).filter(({ drop }) => drop === 1).length;
}

function stepsOf(series: CountedSeries, { limit, windowMs }: ShownLimit): Step[] {
  return series.slice(1).map((to, index) => {
    const from = series[index] ?? to;
    const refill = (limit / windowMs) * longestMs(from, to);
    const drop = from.remaining - to.remaining;
    return { operation: to.operation, drop, from, to, hasPause: pausedAt.includes(index + 1), refill };
  });
}

function restorable(steps: readonly Step[]): number {
  return refillMargin * refillIn(steps) + 2;
}

function refillIn(steps: readonly Step[]): number {
  return steps.reduce((sum, { refill }) => sum + refill, 0);
}

const groupings: readonly (readonly [name: string, groupOf: (operation: Operation) => string])[] = [
  ['operation', (operation) => operation],
  ['method', (operation) => (operation === 'createPet' ? 'POST' : 'GET')],
];

/**
 * From one request of a group to the next, `Remaining` goes down by one, whatever was served in between. A refill can't
 * explain that, because it would restore nothing only between requests of other groups.
 */
function separateCounts(all: readonly CountedSeries[]): CountingFault | null {
  for (const [name, groupOf] of groupings) {
    const pairs = all.flatMap((series) =>
      series.flatMap((request, index) => {
        const group = groupOf(request.operation);
        const before = series.slice(0, index).findLastIndex((other) => groupOf(other.operation) === group);
        const drop = (series[before]?.remaining ?? 0) - request.remaining;
        return before === -1 ? [] : [{ group, drop, between: index - before - 1 }];
      }),
    );
    const apart = pairs.filter(({ between }) => between > 0);
    const isSeparate =
      apart.length >= fewestPairs &&
      pairs.length - apart.length >= fewestAdjacent &&
      new Set(apart.map(({ group }) => group)).size > 1 &&
      pairs.every(({ drop }) => drop === 1);
    if (isSeparate) {
      return {
        kind: `own-count-by-${name}`,
        message: `X-RateLimit-Remaining counts each ${name} separately`,
      };
    }
  }
  return null;
}

/**
 * In a series shorter than half a window, one window may end, and a limiter that refills in steps may refill once. All other
 * rises together are what was used before and what a limiter restores meanwhile. Counts of several processes, which
 * connections reach in turn, rise and fall by their difference.
 */
function risingTooMuch(all: readonly CountedSeries[], shown: ShownLimit): CountingFault | null {
  const isRising = all.some((series) => {
    const steps = stepsOf(series, shown);
    const rises = steps.map(({ drop }) => Math.max(0, -drop)).toSorted((left, right) => right - left);
    const others = rises.slice(endsAndSteps).reduce((sum, rise) => sum + rise, 0);
    const [first, last] = [series[0], series.at(-1)];
    const isShort = first !== undefined && last !== undefined && longestMs(first, last) < shown.windowMs / 2;
    return isShort && others > shown.limit - first.remaining + restorable(steps);
  });
  return isRising
    ? { kind: 'jumps', message: 'X-RateLimit-Remaining goes up and down with served requests' }
    : null;
}

function alike(all: readonly (readonly Step[])[]): CountingFault | null {
  const drop = commonDrop(all.flat());
  const quick = all.flat().filter(({ hasPause }) => !hasPause);
  if (drop !== null && drop > 1 && excludesSteadyRate(all, usedByOthers, hiddenBelow(drop))) {
    return {
      kind: 'too-fast',
      message: 'X-RateLimit-Remaining goes down by more than one whenever a request is served',
    };
  }
  // A bucket that is full restores as much as was used, however long that took.
  const mayBeFull = drop === 0 && sumOf(quick, restored) <= restorable(quick);
  return drop !== null && drop < 1 && !mayBeFull && excludesSteadyRate(all, restored)
    ? { kind: 'frozen', message: 'X-RateLimit-Remaining does not go down when a request is served' }
    : null;
}

type Count = (step: Step) => number;

/** The requests of other clients that a step shows. */
const usedByOthers: Count = ({ drop }) => drop - 1;
/** The requests of other clients that a bucket may have hidden in a step, which then shows fewer than others. */
function hiddenBelow(common: number): Count {
  return ({ drop, refill }) => (drop < common ? refillMargin * refill : 0);
}

/** The requests that a limiter restored in a step, as far as it shows. */
const restored: Count = ({ drop }) => 1 - drop;

function sumOf(steps: readonly Step[], count: Count): number {
  return steps.reduce((sum, step) => sum + count(step), 0);
}

/** How far apart the bounds on a rate must be to exclude every rate. */
const contradiction = 3;

/**
 * Whether no steady rate restores or uses so many requests in some span of successive steps, and so few in half of the
 * pauses: a bucket refilled in steps may restore much at once in others. Whole requests differ by one at most from what
 * a rate yields.
 *
 * @param alsoInPauses how many more a pause may have than it shows
 */
function excludesSteadyRate(
  all: readonly (readonly Step[])[],
  count: Count,
  alsoInPauses: Count = () => 0,
): boolean {
  const least = all.flatMap((steps) =>
    steps.flatMap((first, start) =>
      steps.slice(start).map((last, more) => {
        const span = steps.slice(start, start + more + 1);
        return (sumOf(span, count) - 1) / longestMs(first.from, last.to);
      }),
    ),
  );
  const most = all
    .flat()
    .filter(({ hasPause }) => hasPause)
    .map((step) => (count(step) + alsoInPauses(step) + 1) / shortestMs(step.from, step.to))
    .toSorted((left, right) => left - right);
  const median = most[Math.floor(most.length / 2)] ?? Number.POSITIVE_INFINITY;
  return Math.max(...least) >= contradiction * median;
}

/** The drop of all steps, or `null`: a bucket may have made some of them smaller, and nothing makes one larger. */
function commonDrop(steps: readonly Step[]): number | null {
  const largest = Math.max(...steps.map(({ drop }) => drop));
  const smaller = steps.filter(({ drop }) => drop < largest).length;
  return smaller > Math.min(restorable(steps), steps.length / 4) ? null : largest;
}

/** One operation lowers `Remaining` otherwise than by one, and the others by one. */
function ofOneOperation(steps: readonly Step[]): CountingFault | null {
  for (const operation of new Set(steps.map((step) => step.operation))) {
    const own = steps.filter((step) => step.operation === operation);
    const others = steps.filter((step) => step.operation !== operation);
    if (own.length < fewestOfAnOperation || others.length === 0 || commonDrop(others) !== 1) {
      continue;
    }
    const drop = commonDrop(own) ?? 1;
    if (drop > 1 && isOfOwnOnly(own, others, usedByOthers)) {
      return {
        kind: `too-fast ${operation}`,
        message: `X-RateLimit-Remaining goes down by more than one whenever ${operation} is served`,
      };
    }
    if (drop < 1 && isOfOwnOnly(own, others, restored)) {
      return {
        kind: `frozen ${operation}`,
        message: `X-RateLimit-Remaining does not go down when ${operation} is served`,
      };
    }
  }
  return null;
}

const contrast = 4;

/** What happens in the steps of one operation would have happened as often in those of others in the same time. */
function isOfOwnOnly(own: readonly Step[], others: readonly Step[], count: Count): boolean {
  const ownMs = own.reduce((sum, { from, to }) => sum + longestMs(from, to), 0);
  const othersMs = others.reduce((sum, { from, to }) => sum + shortestMs(from, to), 0);
  const inOthers = Math.max(0, sumOf(others, count));
  return sumOf(own, count) * (othersMs / ownMs) > contrast * (inOthers + 2);
}

/** Every change is a multiple of the same number above one, as of a rounded count. */
function inLumps(steps: readonly Step[]): CountingFault | null {
  const divisor = steps.reduce((common, { drop }) => greatestCommonDivisor(common, Math.abs(drop)), 0);
  const lumps = steps.filter(({ drop }) => drop > 0).length;
  const quick = steps.filter(({ hasPause }) => !hasPause);
  const hidden = quick.filter(({ drop }) => drop === 0).length;
  return divisor > 1 && lumps >= 2 && hidden > quick.length / 2 && hidden > restorable(quick)
    ? {
        kind: 'in-lumps',
        message: 'X-RateLimit-Remaining only changes by several at once, as if it were rounded',
      }
    : null;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}

/** Some requests lower it by one and some do not: more of those than a limiter can have restored. */
function tooSlow(
  all: readonly CountedSeries[],
  steps: readonly Step[],
  { limit }: ShownLimit,
): CountingFault | null {
  const usedBefore = limit - (all[0]?.[0]?.remaining ?? 0);
  const hidden = steps.filter(({ drop }) => drop === 0).length;
  return steps.every(({ drop }) => drop === 0 || drop === 1) && hidden > usedBefore + restorable(steps)
    ? {
        kind: 'too-slow',
        message:
          'X-RateLimit-Remaining does not go down with every served request, as if each process had a count',
      }
    : null;
}
