import fc from 'fast-check';
import type { Operation } from '../../src/exchange/exchange.ts';
import { type Limiter, permittedLimiters, steppedLimiters } from './limiters.ts';

/** One request in a pattern that repeats, as of a client that polls. */
export interface Step {
  readonly operation: Operation;
  readonly gapMs: number;
  readonly lagMs: number;
}

/** Every permitted limiter, with steps of several lengths. */
export const anyLimiter: readonly ((limit: number, windowMs: number) => Limiter)[] = [
  ...Object.values(permittedLimiters),
  ...[60, 600, 6_000, 10_000].flatMap((steps) =>
    Object.values(steppedLimiters).map(
      (make) => (limit: number, windowMs: number) => make(limit, windowMs, steps),
    ),
  ),
];
const stepOf = (operation: Operation) =>
  fc.record({
    operation: fc.constant(operation),
    gapMs: fc.constantFrom(0.1, 0.5, 1, 2, 2.5, 3, 5, 6, 11, 12),
    lagMs: fc.constantFrom(0.1, 0.5, 1, 3, 6),
  });
/** Patterns in which each operation always takes the same time. */
export const patterns: fc.Arbitrary<readonly Step[]> = fc
  .tuple(stepOf('getPet'), stepOf('listPets'), stepOf('createPet'))
  .chain((steps) => fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 20 }));
