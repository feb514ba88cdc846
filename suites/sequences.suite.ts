import fc from 'fast-check';
import { describe } from 'vitest';
import { noCredential } from '../src/arbitraries/credentials.ts';
import { newPetText, petStatuses } from '../src/arbitraries/new-pet.ts';
import { isOutOfOrder } from '../src/runner/answer.ts';
import { tryGenerated } from '../src/runner/examples.ts';
import { scenario } from '../src/runner/suite-tests.ts';
import { scenarios } from './scenarios.ts';
import { judgePlainCreation } from './shared/plain-creations.ts';
import { storeCommands } from './shared/store-model.ts';
import { judgeKeylessList } from './shared/unique-ids.ts';

describe('sequences', () => {
  scenario('model', (check) =>
    tryGenerated(
      check,
      storeCommands(check.plan.length),
      (commands) => fc.asyncModelRun(() => ({ model: { ids: [] }, real: { check } }), commands),
      () => scenarios.model.reduce((count, id) => count + check.session.findingsOf(id).length, 0),
      { numRuns: check.plan.cases, unbiased: true },
    ),
  );

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
