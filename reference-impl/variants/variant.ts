import { setTimeout } from 'node:timers/promises';
import { around } from '../faults/fault.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import type { NewPet } from '../pet.ts';
import type { Problem } from '../problem.ts';

/** An unusual implementation that obeys the interface document: nothing about it may be found wrong. */
export interface Variant {
  /** Lower-case words with hyphens, unique in the catalogue. */
  readonly name: string;
  /** One sentence: what is unusual. */
  readonly description: string;
  /** The categories that exist in it, or `null` where any int64 is one. */
  readonly categoryIds: readonly bigint[] | null;
  readonly apply: Decoration;
}

/** By the name of a variant: its description, the parts that differ, and the categories that exist in it if not all. */
export type VariantRows = Readonly<
  Record<
    string,
    readonly [description: string, change: (parts: Parts) => Partial<Parts>, categoryIds?: readonly bigint[]]
  >
>;

/** Refuses creations that are valid by the document, for what it leaves to the service. */
export function refusingCreations(
  isRefused: (newPet: NewPet, request: ApiRequest) => boolean,
  problem: Problem,
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
