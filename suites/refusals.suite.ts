import fc from 'fast-check';
import { describe } from 'vitest';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { freshCases, refusesBody } from './shared/refusals.ts';
import { type RefusedExample, type RefusedExamples, refusedExamples } from './shared/refused-examples.ts';

// shared/refused-examples.ts defines the cases, one row per requirement.
describe('refused creations', () => {
  for (const id of Object.keys(refusedExamples) as (keyof typeof refusedExamples)[]) {
    requirement(id, (check) => {
      const { make, generate }: RefusedExamples = refusedExamples[id];
      const pet = fc.constant(null).map(() => check.plainPet(check.refusedStatus));
      const generated = generate === undefined ? {} : { arbitrary: pet.chain(generate) };
      return forExamples<RefusedExample>(check, { edges: freshCases(check, make), ...generated }, (body) =>
        refusesBody(check, body),
      );
    });
  }
});
