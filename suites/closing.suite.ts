import { describe } from 'vitest';
import type { Check } from '../src/runner/check.ts';
import { Skipped } from '../src/runner/outcome.ts';
import { requirement, scenario } from '../src/runner/suite-tests.ts';
import { getPet, listPets } from '../src/target/api-request.ts';
import { watchedRequirements } from '../src/watchers/start-watch.ts';
import { requirements } from './requirements.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import { judgeEarlyList } from './shared/available-listed.ts';
import { reachEveryStatus } from './shared/every-status.ts';
import { breakPace, untilFirstAnimalIsOld } from './shared/late-readings.ts';
import { skipWhereRemoved } from './shared/removed-operation.ts';
import { filtersHoldEverything } from './shared/whole-and-filters.ts';

/** The requirements that watches judge on every response, which the run decides at its end. */
const judgedOnEveryAnswer = requirements.filter(({ id }) => watchedRequirements.includes(id));

/** The number of consecutive requests that verify the count. A run without `--only` sends more than that anyway. */
const enoughToCount = 8;

async function sendSomeToCount(check: Check): Promise<void> {
  const { target } = check.session;
  const isNarrowed = target.requestsSent < 4 * enoughToCount;
  if (isNarrowed && !check.isExercised) {
    for (let sent = 0; sent < enoughToCount; sent += 1) {
      await check.send(listPets({}, check.session.key));
    }
  }
}

// The last suite: it reads early animals again, and it decides requirements of every response.
describe('closing', () => {
  // The first check of the filters covers a few new animals. Now the store has many, and some are old.
  scenario('late readings', async (check) => {
    await untilFirstAnimalIsOld(check);
    if (check.isSelected('list/created-pet-listed')) {
      await judgeEarlyList(check.as('list/created-pet-listed'));
    }
    if (check.isSelected('list/filter-complete')) {
      await filtersHoldEverything(check.as('list/filter-complete'));
    }
  });

  requirement('get/stable', {
    sends: async (check) => {
      await skipWhereRemoved(check);
      const readBefore = check.own.filter((animal) => animal.reads.length > 0);
      const chosen = readBefore.length > 0 ? readBefore : [await check.ownAnimal()];
      const half = Math.ceil(check.plan.cases / 2);
      const newest = chosen.slice(half).slice(-half);
      const animals = [...chosen.slice(0, half), ...newest].slice(0, check.plan.cases);
      for (const animal of animals) {
        if (animal === animals.at(-1)) {
          await breakPace(check);
        }
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
        throw new Skipped('pass `--plan PLAN` to test this');
      }
      await reachEveryStatus(check);
      if (id === 'rate/remaining-counts-down') {
        await sendSomeToCount(check);
      }
      check.watched();
    });
  }
});
