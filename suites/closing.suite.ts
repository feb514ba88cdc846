import { describe } from 'vitest';
import type { Check } from '../src/runner/check.ts';
import { Skipped } from '../src/runner/outcome.ts';
import { passage } from '../src/runner/passage-test.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { getPet, listPets } from '../src/target/api-request.ts';
import { watchedRequirements } from '../src/watchers/start-watch.ts';
import { requirements } from './requirements.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import { judgeEarlyList } from './shared/available-listed.ts';
import { reachEveryStatus } from './shared/every-status.ts';
import { untilFirstAnimalIsOld } from './shared/late-readings.ts';
import { skipWhereRemoved } from './shared/removed-operation.ts';
import { filtersHoldEverything } from './shared/whole-and-filters.ts';

/** What is judged on every answer of the run, and so is decided at its end. */
const judgedOnEveryAnswer = requirements.filter(({ id }) => watchedRequirements.includes(id));

/** So many requests one after another show what counts them; all others of a run do so unless it was narrowed. */
const enoughToCount = 8;

async function sendSomeToCount(check: Check): Promise<void> {
  const { target } = check.session;
  const isNarrowed = target.requestsSent < 4 * enoughToCount;
  if (isNarrowed && !check.isReached) {
    for (let sent = 0; sent < enoughToCount; sent += 1) {
      await check.send(listPets({}, check.session.key));
    }
  }
}

// The last thing of a run: what was read early is read again, and every answer has been seen.
describe('closing', () => {
  // At the beginning the filters were decided for a few new animals; now there are many, and some are old.
  passage('late readings', async (check) => {
    await untilFirstAnimalIsOld(check);
    if (check.isSelected('list/created-pet-listed')) {
      await judgeEarlyList(check.as('list/created-pet-listed'));
    }
    if (check.isSelected('list/filter-complete')) {
      await filtersHoldEverything(check.as('list/filter-complete'));
    }
  });

  requirement('get/stable', {
    asks: async (check) => {
      await skipWhereRemoved(check);
      const readBefore = check.own.filter((animal) => animal.reads.length > 0);
      const chosen = readBefore.length > 0 ? readBefore : [await check.ownAnimal()];
      const half = Math.ceil(check.plan.cases / 2);
      const newest = chosen.slice(half).slice(-half);
      for (const animal of [...chosen.slice(0, half), ...newest].slice(0, check.plan.cases)) {
        if (animal.reads.length === 0) {
          await check.get(animal.id);
        }
        await check.send(compressed(accepting(getPet(animal.id, check.session.key), null)));
      }
    },
  });

  requirement('get/status-stable', async (check) => {
    await skipWhereRemoved(check);
    await check.watchedAfter(async () => check.get((await check.ownAnimal()).id));
  });

  for (const { id } of judgedOnEveryAnswer) {
    requirement(id, async (check) => {
      if (id === 'rate/limit-matches-plan' && check.session.options.plan === null) {
        throw new Skipped('it needs the plan of the key: give it with --plan');
      }
      await reachEveryStatus(check);
      if (id === 'rate/remaining-counts-down') {
        await sendSomeToCount(check);
      }
      check.watched();
    });
  }
});
