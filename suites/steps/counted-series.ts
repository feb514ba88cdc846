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

/** The operations of a series: each several times, next to itself and to each other. */
export const seriesOperations: readonly Operation[] = [
  ...(['listPets', 'getPet', 'createPet', 'listPets', 'listPets'] as const),
  ...(['getPet', 'createPet', 'createPet', 'getPet', 'getPet'] as const),
  ...(['listPets', 'createPet', 'getPet', 'listPets'] as const),
];

/** The places of the requests before which a series pauses: one of each operation. */
export const pausedAt: readonly number[] = [4, 7, 9];
/** The bounds of a pause, as multiples of the duration of the two requests before, and in ms. */
const pause = { shortest: 5, longest: 10, leastMs: 20, mostMs: 2_000 };

/**
 * How long to pause before a request of a series, in ms: not at all, or so long that a limiter or another client would
 * show what it restores or uses steadily.
 *
 * @param place of the request in the series, from 0
 * @param lastedMs how long the two requests before took, and what was between them
 * @param random from 0 to 1
 */
export function pauseBeforeMs(place: number, lastedMs: number, random: number): number {
  const { shortest, longest, leastMs, mostMs } = pause;
  const times = shortest + (longest - shortest) * random;
  return pausedAt.includes(place) ? Math.min(mostMs, Math.max(leastMs, times * lastedMs)) : 0;
}

/** The limit that the responses show, and how long it holds in ms. */
export interface ShownLimit {
  readonly limit: number;
  readonly windowMs: number;
}
