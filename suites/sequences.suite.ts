import fc from 'fast-check';
import { describe } from 'vitest';
import { noCredential } from '../src/arbitraries/credentials.ts';
import { newPetText, petStatuses } from '../src/arbitraries/new-pet.ts';
import { isOutOfOrder } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { seedOf } from '../src/runner/examples.ts';
import { scenario } from '../src/runner/scenario-test.ts';
import { scenarios } from './scenarios.ts';
import { judgeKeylessList, judgePlainCreation } from './shared/amid-others.ts';
import { type StoreModel, storeCommands } from './shared/store-model.ts';

/** Runs random sequences of requests, and shrinks the first one with a new finding. */
async function holdsForSequences(check: Check): Promise<void> {
  const found = () => scenarios.model.reduce((count, id) => count + check.session.findingsOf(id).length, 0);
  let mayShrinkUntil = Number.POSITIVE_INFINITY;
  let stopped: unknown = null;
  await fc.check(
    fc.asyncProperty(storeCommands(check.plan.length), async (commands) => {
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
        mayShrinkUntil = target.requestsSent + check.plan.shrinks;
      }
      return holds;
    }),
    { seed: seedOf(check), numRuns: check.plan.cases, unbiased: true },
  );
  if (stopped !== null) {
    throw stopped;
  }
}

describe('sequences', () => {
  scenario('model', (check) => holdsForSequences(check));

  scenario('concurrency', async (check) => {
    const bodies = Array.from({ length: check.plan.atOnce }, (_, index) =>
      newPetText(check.plainPet(petStatuses[index % petStatuses.length] ?? 'available')),
    );
    const { own } = check;
    const creations = bodies.map((body) => check.create(body));
    // Between requests with a key: a service that confuses concurrent callers may serve it.
    const keyless = check.list({ limit: 1 }, noCredential);
    const lists = petStatuses.map((status) => check.list({ status, limit: 100 }));
    // Two different animals, to detect confused responses.
    const readings = [own[0], own.at(-1)].flatMap((animal) =>
      animal === undefined ? [] : [check.get(animal.id)],
    );
    const answers = await Promise.all([...creations, keyless, ...lists, ...readings]);
    judgeKeylessList(check, await keyless);
    for (const answer of answers.slice(0, bodies.length)) {
      // An overloaded service violates responses/documented-status, not create/accepts-valid.
      if (!isOutOfOrder(answer.exchange)) {
        judgePlainCreation(check, answer);
      }
      await check.readBack(answer);
    }
  });
});
