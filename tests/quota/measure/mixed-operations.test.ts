import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededNumbers } from '../../../src/exchange/seeded-numbers.ts';
import { mixedOperations } from '../../../src/quota/measure/bench.ts';

it('mixes what can be served, a few creations among it, some of them at the end', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.nat({ max: 40 }),
      fc.nat({ max: 12 }),
      fc.nat(),
      (size, most, creations, seed) => {
        const tail = Math.min(most, size);
        const mixture = { operations: ['listPets', 'createPet', 'getPet'] as const, creations, tail };
        const mixed = mixedOperations(size, mixture, seededNumbers(seed));
        expect(mixed).toHaveLength(size);
        expect(mixed.filter((operation) => operation === 'createPet').length).toBeLessThanOrEqual(creations);
        expect(mixedOperations(size, mixture, seededNumbers(seed))).toEqual(mixed);
        const lists = mixedOperations(size, { ...mixture, operations: ['listPets'] }, seededNumbers(seed));
        expect(new Set(lists)).toEqual(new Set(['listPets']));
        if (creations >= 2 && tail > 0) {
          expect(mixed.slice(-tail)).toContain('createPet');
        }
      },
    ),
  );
});
