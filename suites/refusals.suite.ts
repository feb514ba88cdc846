import fc from 'fast-check';
import { describe } from 'vitest';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/suite-tests.ts';
import { refusedCreations } from './requirements.ts';
import type { Fault } from './shared/invalid-creation.ts';
import { invalidCreations, refusesCreation } from './shared/invalid-creations.ts';

describe('refused creations', () => {
  for (const id of refusedCreations) {
    const { faults, generate } = invalidCreations[id];
    requirement(id, (check) => {
      const pet = fc.constant(null).map(() => check.plainPet(check.refusedStatus));
      const arbitrary = generate && pet.chain(generate).map((creation) => () => creation);
      return forExamples<Fault>(check, { edges: faults, arbitrary }, (fault) =>
        refusesCreation(check, fault),
      );
    });
  }
});
