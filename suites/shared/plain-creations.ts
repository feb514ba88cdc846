import fc from 'fast-check';
import { plainName } from '../../src/arbitraries/names.ts';
import { newPet, newPetText, optionalStatus } from '../../src/arbitraries/new-pet.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { sampleOf } from '../../src/runner/examples.ts';

/** The service must accept a creation with plain values at any time: late in a run, and concurrently with others. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    const [accepted] = check.session.acceptedCreations.values();
    const what = accepted === undefined ? 'A valid creation' : 'A creation similar to accepted ones';
    check.as('create/accepts-valid').expectStatus(answer, 201, what, {
      kind: 'later-status',
      related: accepted === undefined ? [] : [{ role: 'an accepted creation', exchange: accepted.number }],
    });
  }
}

/** Creates animals until the store has more than the longest permitted list. */
export async function fillTheStore(check: Check): Promise<void> {
  const missing = check.plan.animals - check.session.history.distinctAnimals;
  if (missing <= 0) {
    return;
  }
  const category = check.category();
  let refusals = 0;
  for (const [shape, status] of sampleOf(check, fc.tuple(plainName, optionalStatus), missing)) {
    const name = check.session.tags.plainName(shape);
    const answer = await check.create(newPetText(newPet(name, category, status)));
    judgePlainCreation(check, answer);
    refusals += answer.status === 201 ? 0 : 1;
    if (refusals > 2) {
      return;
    }
  }
}
