import fc from 'fast-check';
import { describe } from 'vitest';
import {
  type BrokenBody,
  notInteger,
  notStatus,
  notString,
  withCategory,
  withName,
  withStatus,
} from '../src/arbitraries/broken-body.ts';
import { anyOutsideInt64 } from '../src/arbitraries/int64.ts';
import { anyMalformedJson } from '../src/arbitraries/malformed-json.ts';
import type { NewPet } from '../src/arbitraries/new-pet.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { freshCases, refusesBody } from './shared/refusals.ts';
import { refusedExamples } from './shared/refused-examples.ts';

/** The hand-made examples. */
function refusesExamples(check: Check, id: keyof typeof refusedExamples): Promise<void> {
  const { make } = refusedExamples[id];
  return forExamples(check, { edges: freshCases(check, make) }, (body) => refusesBody(check, body));
}

/** The same, then generated ones. */
function refusesAll(
  check: Check,
  id: keyof typeof refusedExamples,
  generate: (pet: NewPet) => fc.Arbitrary<BrokenBody>,
): Promise<void> {
  const { make } = refusedExamples[id];
  const arbitrary = fc
    .constant(null)
    .map(() => check.plainPet(check.refusedStatus))
    .chain(generate);
  return forExamples<BrokenBody>(check, { edges: freshCases<BrokenBody>(check, make), arbitrary }, (body) =>
    refusesBody(check, body),
  );
}

describe('refused creations', () => {
  requirement('create/missing-name', (check) => refusesExamples(check, 'create/missing-name'));

  requirement('create/missing-category', (check) => refusesExamples(check, 'create/missing-category'));

  requirement('create/wrong-name-type', (check) =>
    refusesAll(check, 'create/wrong-name-type', (pet) =>
      notString.map((literal) => withName(pet, literal, `name is ${literal.slice(0, 60)}`)),
    ),
  );

  requirement('create/wrong-category-type', (check) =>
    refusesAll(check, 'create/wrong-category-type', (pet) =>
      notInteger.map((literal) => withCategory(pet, literal, `categoryId is ${literal.slice(0, 60)}`)),
    ),
  );

  requirement('create/category-out-of-range', (check) =>
    refusesAll(check, 'create/category-out-of-range', (pet) =>
      anyOutsideInt64.map((category) =>
        withCategory(pet, category.toString(), `categoryId is ${category}, outside int64`),
      ),
    ),
  );

  requirement('create/unknown-status', (check) =>
    refusesAll(check, 'create/unknown-status', (pet) =>
      notStatus.map((literal) => withStatus(pet, literal, `status is ${literal.slice(0, 60)}`)),
    ),
  );

  requirement('create/body-not-object', (check) => refusesExamples(check, 'create/body-not-object'));

  requirement('create/malformed-json', (check) =>
    refusesAll(check, 'create/malformed-json', anyMalformedJson),
  );

  requirement('create/content-type-required', (check) =>
    refusesExamples(check, 'create/content-type-required'),
  );
});
