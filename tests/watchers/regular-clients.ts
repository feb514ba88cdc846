import fc from 'fast-check';
import type { Operation } from '../../src/exchange/exchange.ts';
import { type Limiter, permittedLimiters, type Ruling, steppedLimiters } from './limiters.ts';

export const minuteMs = 60_000;

/** One request in a pattern that repeats, as of a client that polls. */
export interface Step {
  readonly operation: Operation;
  readonly gapMs: number;
  readonly lagMs: number;
}

/** One request of such a client. Times in ms. */
export interface ClientRequest {
  readonly exchange: number;
  readonly operation: Operation;
  readonly sent: number;
  /** When the limiter counts it. */
  readonly counted: number;
  readonly received: number;
}

export const get: Step = { operation: 'getPet', gapMs: 2, lagMs: 1 };
export const create: Step = { ...get, operation: 'createPet' };

/** Every permitted limiter, with steps of several lengths. */
const limiters: Readonly<Record<string, (limit: number, windowMs: number) => Limiter>> = {
  ...permittedLimiters,
  ...Object.fromEntries(
    [60, 600, 6_000, 10_000].flatMap((steps) =>
      Object.entries(steppedLimiters).map(([name, make]) => [
        `${name} in ${steps} steps`,
        (limit: number, windowMs: number) => make(limit, windowMs, steps),
      ]),
    ),
  ),
};
const operations: readonly Operation[] = ['getPet', 'listPets', 'createPet'];
const stepOf = (operation: Operation) =>
  fc.record({
    operation: fc.constant(operation),
    gapMs: fc.constantFrom(0.1, 0.5, 1, 2, 2.5, 3, 5, 6, 11, 12),
    lagMs: fc.constantFrom(0.1, 0.5, 1, 3, 6),
  });
/** Patterns in which each operation always takes the same time. */
const patterns: fc.Arbitrary<readonly Step[]> = fc
  .tuple(...operations.map(stepOf))
  .chain((steps) => fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 20 }));

/** The first requests of a client that repeats the pattern. */
export function requestsOf(pattern: readonly Step[], count: number, startMs = 0): readonly ClientRequest[] {
  let now = startMs;
  return Array.from({ length: count }, (_, index) => {
    const { operation, gapMs, lagMs } = pattern[index % pattern.length] ?? get;
    const sent = now + gapMs;
    now = sent + lagMs;
    return { exchange: index + 1, operation, sent, counted: sent + lagMs / 2, received: now };
  });
}

/** A permitted limiter and a regular client of it, whose key may have been in use before. */
export interface RegularUse {
  readonly limiter: string;
  readonly limit: number;
  readonly pattern: readonly Step[];
  readonly startMs: number;
  /** An earlier request leaves a sliding log just before each request of these operations. */
  readonly earlier: readonly Operation[];
  readonly earlierEach: number;
}

export const regularUse: fc.Arbitrary<RegularUse> = fc.record({
  limiter: fc.constantFrom(...Object.keys(limiters)),
  limit: fc.constantFrom(600, 1_000, 5_000, 10_000, 20_000, 60_000),
  pattern: patterns,
  startMs: fc.oneof(fc.constant(minuteMs), fc.double({ min: minuteMs, max: 2 * minuteMs, noNaN: true })),
  earlier: fc.subarray([...operations]),
  earlierEach: fc.constantFrom(1, 2),
});

/** A permitted limiter by its name. */
export function limiterNamed(name: string, limit: number): Limiter {
  const limiter = limiters[name]?.(limit, minuteMs);
  if (limiter === undefined) {
    throw new TypeError(`there is no limiter '${name}'`);
  }
  return limiter;
}

/** 500 requests of that client, with what the limiter decided on each. */
export function ruledRequests(use: RegularUse): readonly (ClientRequest & Ruling)[] {
  const limiter = limiterNamed(use.limiter, use.limit);
  const requests = requestsOf(use.pattern, 500, use.startMs);
  for (const { counted, operation } of requests) {
    for (let left = use.earlier.includes(operation) ? use.earlierEach : 0; left > 0; left -= 1) {
      limiter.take(counted - minuteMs);
    }
  }
  return requests.map((request) => ({ ...request, ...limiter.take(request.counted) }));
}
