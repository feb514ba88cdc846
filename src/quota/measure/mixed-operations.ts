import type { Operation } from '../../exchange/exchange.ts';

/** What a mixture is made of. */
export interface Mixture {
  /** The operations that can be served; without `createPet` nothing is created. */
  readonly operations: readonly Operation[];
  /** Creations at most. */
  readonly creations: number;
  /** How many requests at the end are likely refused: some creations are put there. */
  readonly tail: number;
}

const shareOfGets = 0.3;
/** Of the creations, those that are likely refused. */
const shareOfTail = 0.4;

/** Operations in a random order: lists mostly, gets, a few creations. */
export function mixedOperations(size: number, mixture: Mixture, random: () => number): Operation[] {
  const gets = mixture.operations.includes('getPet') ? shareOfGets : 0;
  const mixed = Array.from({ length: size }, (): Operation => (random() < gets ? 'getPet' : 'listPets'));
  if (mixture.operations.includes('createPet')) {
    const creations = Math.min(mixture.creations, size);
    const inTail = Math.min(mixture.tail, Math.round(creations * shareOfTail));
    const head = size - mixture.tail;
    for (let count = 0; count < creations; count += 1) {
      const [from, length] = count < inTail ? [head, mixture.tail] : [0, Math.max(1, head)];
      mixed[from + Math.floor(random() * length)] = 'createPet';
    }
  }
  return mixed;
}
