import { setTimeout } from 'node:timers/promises';
import { around } from '../faults/fault.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import type { NewPet } from '../pet.ts';
import { invalidBody } from '../problem.ts';

/** An unusual implementation that obeys the interface document: nothing about it may be found wrong. */
export interface Variant {
  /** Lower-case words with hyphens, unique in the catalogue. */
  readonly name: string;
  /** The categories that exist in it, or `null` where any int64 is one. */
  readonly categoryIds: readonly bigint[] | null;
  readonly apply: Decoration;
}

/** What a variant changes; the parts that stay need not be named. */
type Change = (parts: Parts) => Partial<Parts>;

/** By the names of variants, which say what is unusual: the change, and the categories that exist if not all do. */
export type VariantRows = Readonly<
  Record<string, Change | readonly [change: Change, categoryIds: readonly bigint[]]>
>;

/** Refuses creations that are valid by the document, for what it leaves to the service. */
export function refusingCreations(
  isRefused: (newPet: NewPet, request: ApiRequest) => boolean,
  problem = invalidBody('This is not accepted.'),
): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const newPet = inner(request);
    if (isRefused(newPet, request)) {
      throw problem;
    }
    return newPet;
  });
}

/** Counts the calls in flight, each for a few ms; one resolves with whether there are more than eight. */
export function manyInFlight(): () => Promise<boolean> {
  let inFlight = 0;
  return async () => {
    inFlight += 1;
    await setTimeout(3);
    const isMany = inFlight > 8;
    inFlight -= 1;
    return isMany;
  };
}
