import { setTimeout } from 'node:timers/promises';
import type { Decoration } from '../parts.ts';
import type { NewPet, Pet } from '../pet.ts';
import { store } from './decorations.ts';
import { type Fault, violating } from './fault.ts';

/** Gives creations that are alike one animal while the first is under way, and so many ms longer. */
function merging(likenessOf: (pet: NewPet) => string, keptMs: number): Decoration {
  return store((inner) => {
    const underWay = new Map<string, Promise<Pet>>();
    return {
      add(pet) {
        const likeness = likenessOf(pet);
        const known = underWay.get(likeness);
        if (known !== undefined) {
          return known;
        }
        const added = setTimeout(5).then(() => inner.add(pet));
        underWay.set(likeness, added);
        void added.then(() => setTimeout(keptMs)).then(() => underWay.delete(likeness));
        return added;
      },
    };
  });
}

const identical = (pet: NewPet) => `${pet.name} ${pet.categoryId} ${pet.status}`;

/** Identical creations at the same time, which become one. */
export const mergedCreations: readonly Fault[] = [
  ...violating(['create/unique-ids']).by({
    // Identical creations under way at the same time become one animal.
    'identical-creations-at-once-merged': merging(identical, 0),
    // Creations with the same name under way at the same time become one animal.
    'creations-of-one-name-at-once-merged': merging(({ name }) => name.toLowerCase(), 0),
    'identical-creations-within-30-ms-merged': merging(identical, 30),
  }),
];
