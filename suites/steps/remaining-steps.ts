import type { Operation } from '../../src/exchange/exchange.ts';

/** A served request, and the value of `X-RateLimit-Remaining` in its response. Times in ms since the start of the run. */
export interface CountedRequest {
  readonly operation: Operation;
  readonly remaining: number;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** Requests sent one after another, with nothing else of the run in between. */
export type CountedSeries = readonly CountedRequest[];

/** The limit that the responses show, and how long it holds in ms. */
export interface ShownLimit {
  readonly limit: number;
  readonly windowMs: number;
}

/** How `Remaining` changes instead of by one with each request. */
export interface CountingFault {
  readonly kind: string;
  readonly message: string;
}

/** From one request to the next. */
interface Step {
  readonly operation: Operation;
  /** By how much `Remaining` went down; negative if it rose. */
  readonly drop: number;
  /** The most requests that a token bucket restores meanwhile. */
  readonly refill: number;
}

/** Timers and clocks are not exact: what a bucket may restore counts twice. */
const refillMargin = 2;
const fewestSteps = 24;
const fewestOfAnOperation = 8;
const fewestPairs = 10;
const fewestAdjacent = 5;

/**
 * The fault that series show, or `null`. Pauses of random lengths are assumed between the requests: then neither a
 * limiter that restores requests of a minute ago nor another client of the key keeps step with all of them.
 */
export function countingFault(all: readonly CountedSeries[], shown: ShownLimit): CountingFault | null {
  const steps = all.flatMap((series) => stepsOf(series, shown));
  return (
    separateCounts(all) ??
    risingTooMuch(steps, shown) ??
    (steps.length < fewestSteps ? null : (alike(steps) ?? ofOneOperation(steps) ?? inLumps(steps))) ??
    tooSlow(all, steps, shown)
  );
}

/** The steps in which `Remaining` goes down by one. */
export function stepsByOne(all: readonly CountedSeries[], shown: ShownLimit): number {
  return all.flatMap((series) => stepsOf(series, shown)).filter(({ drop }) => drop === 1).length;
}

function stepsOf(series: CountedSeries, { limit, windowMs }: ShownLimit): Step[] {
  return series.slice(1).map((request, index) => {
    const before = series[index] ?? request;
    return {
      operation: request.operation,
      drop: before.remaining - request.remaining,
      refill: (limit / windowMs) * (request.receivedMs - before.sentMs),
    };
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
 * From one request of a group to the next, `Remaining` goes down by one, whatever was served in between. Nothing is
 * restored where nothing was, so nor is that.
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

/** A limiter restores at most its whole limit at once, and in so short a time only once. */
function risingTooMuch(steps: readonly Step[], { limit }: ShownLimit): CountingFault | null {
  const risen = steps.reduce((sum, { drop }) => sum + Math.max(0, -drop), 0);
  return risen > limit + restorable(steps)
    ? { kind: 'jumps', message: 'X-RateLimit-Remaining goes up and down with served requests' }
    : null;
}

function alike(steps: readonly Step[]): CountingFault | null {
  const drop = commonDrop(steps);
  if (drop === null || drop === 1 || (drop < 1 && hiddenIn(steps) <= restorable(steps))) {
    return null;
  }
  return drop > 1
    ? {
        kind: 'too-fast',
        message: 'X-RateLimit-Remaining goes down by more than one whenever a request is served',
      }
    : { kind: 'frozen', message: 'X-RateLimit-Remaining does not go down when a request is served' };
}

/** The drop of all steps, or `null`: a bucket may have made some of them smaller, and nothing makes one larger. */
function commonDrop(steps: readonly Step[]): number | null {
  const largest = Math.max(...steps.map(({ drop }) => drop));
  const smaller = steps.filter(({ drop }) => drop < largest).length;
  return smaller > Math.min(restorable(steps), steps.length / 4) ? null : largest;
}

/** How many requests the steps do not show. */
function hiddenIn(steps: readonly Step[]): number {
  return steps.reduce((sum, { drop }) => sum + 1 - drop, 0);
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
    if (drop > 1) {
      return {
        kind: `too-fast ${operation}`,
        message: `X-RateLimit-Remaining goes down by more than one whenever ${operation} is served`,
      };
    }
    if (drop < 1 && hidesMoreThan(own, others)) {
      return {
        kind: `frozen ${operation}`,
        message: `X-RateLimit-Remaining does not go down when ${operation} is served`,
      };
    }
  }
  return null;
}

const contrast = 4;

/** A bucket that hid the steps of one operation would have hid as many of others in the same time. */
function hidesMoreThan(own: readonly Step[], others: readonly Step[]): boolean {
  const ofOthers = hiddenIn(own) * (refillIn(others) / refillIn(own));
  return ofOthers > contrast * (hiddenIn(others) + 2);
}

/** Every change is a multiple of the same number above one, as of a rounded count. */
function inLumps(steps: readonly Step[]): CountingFault | null {
  const divisor = steps.reduce((common, { drop }) => greatestCommonDivisor(common, Math.abs(drop)), 0);
  const lumps = steps.filter(({ drop }) => drop > 0).length;
  const hidden = steps.filter(({ drop }) => drop === 0).length;
  return divisor > 1 && lumps >= 2 && hidden > steps.length / 2 && hidden > restorable(steps)
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
