import fc from 'fast-check';
import { describe } from 'vitest';
import { newPetText, petStatuses } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import type { Check } from '../src/runner/check.ts';
import { seedOf } from '../src/runner/examples.ts';
import { Inconclusive } from '../src/runner/outcome.ts';
import { passage } from '../src/runner/passage-test.ts';
import { passages } from './passages.ts';
import { type StoreModel, storeCommands } from './shared/store-model.ts';

/** How many requests may be spent on making a failing sequence shorter. */
const shrinkBudget = { smoke: 0, normal: 20, thorough: 400 } as const;

/** Carries out random sequences; one that shows a deviation which none before has shown is made shorter. */
async function holdsForSequences(check: Check, runs: number, length: number): Promise<void> {
  const found = () => passages.model.reduce((count, id) => count + check.session.findingsOf(id).length, 0);
  let mayShrinkUntil = Number.POSITIVE_INFINITY;
  let stopped: unknown = null;
  await fc.check(
    fc.asyncProperty(storeCommands(length), async (commands) => {
      const { target } = check.session;
      if (stopped !== null || target.requestsSent >= mayShrinkUntil) {
        return true;
      }
      const before = found();
      const model: StoreModel = { ids: [] };
      try {
        await fc.asyncModelRun(() => ({ model, real: { check } }), commands);
      } catch (error) {
        stopped = error;
        return true;
      }
      const holds = found() === before;
      if (!holds && mayShrinkUntil === Number.POSITIVE_INFINITY) {
        mayShrinkUntil = target.requestsSent + check.amount(shrinkBudget);
      }
      return holds;
    }),
    { seed: seedOf(check), numRuns: runs, unbiased: true },
  );
  if (stopped !== null) {
    throw stopped;
  }
}

describe('sequences', () => {
  passage('model', async (check) => {
    check.refuseInReadOnlyRuns();
    const runs = check.amount({ smoke: 0, normal: 2, thorough: 50 });
    if (runs === 0) {
      throw new Inconclusive('left out at effort smoke');
    }
    await holdsForSequences(check, runs, check.amount({ smoke: 0, normal: 6, thorough: 40 }));
  });

  passage('concurrency', async (check) => {
    check.refuseInReadOnlyRuns();
    const count = check.amount({ smoke: 0, normal: 3, thorough: 40 });
    if (count === 0) {
      throw new Inconclusive('left out at effort smoke');
    }
    const bodies = Array.from({ length: count }, (_, index) =>
      newPetText(check.plainPet(petStatuses[index % petStatuses.length] ?? 'available')),
    );
    const [known] = check.session.history.created.filter((animal) => !animal.tainted);
    const creations = bodies.map((body) => check.create(body));
    const lists = petStatuses.map((status) => check.list({ status, limit: 100 }));
    const readings = known === undefined ? [] : [check.get(known.id), check.get(known.id)];
    const answers = await Promise.all([...creations, ...lists, ...readings]);
    for (const answer of answers.slice(0, count)) {
      const pet = answer.status === 201 ? readPet(answer.json) : null;
      if (pet !== null) {
        await check.get(pet.id);
      }
    }
  });
});
