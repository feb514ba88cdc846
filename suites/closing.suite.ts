import { noCredential } from '../src/arbitraries/credentials.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Check } from '../src/runner/check.ts';
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import { perRun } from '../src/runner/session.ts';
import { once, type Suite, table, unlessExercised } from '../src/runner/suite.ts';
import { getPet } from '../src/target/api-request.ts';
import { watchedRequirements } from '../src/watchers/start-watch.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import { breakPace, judgeEarlyList, untilFirstAnimalIsOld } from './shared/available-listed.ts';
import { without } from './shared/invalid-creation.ts';
import { filtersHoldEverything } from './shared/whole-and-filters.ts';

const someUnknownId = 8_070_450_532_247_928_830n;
/**
 * The maximum number of attempts per status in a run, so that not every check tries a status that the service never
 * returns.
 */
const mostTries = 2;
const tries = perRun(() => new Map<string, number>());

/** Every documented status of every operation, and a request that leads to it. */
const ways: readonly (readonly [Operation, number, (check: Check) => Promise<unknown>])[] = [
  ['listPets', 200, (check) => check.list({ limit: 1 })],
  ['listPets', 401, (check) => check.list({ limit: 1 }, noCredential)],
  ['createPet', 201, (check) => check.createPlain()],
  ['createPet', 400, (check) => check.create(without('name')(check.plainPet('pending')).text)],
  ['createPet', 401, (check) => check.create(check.plainPet('pending'), noCredential)],
  ['getPet', 200, async (check) => check.get(await check.knownId())],
  ['getPet', 401, (check) => check.get(someUnknownId, noCredential)],
  ['getPet', 404, (check) => check.get(someUnknownId)],
];

/**
 * Provokes every documented status that the run has not received yet, once. Sends nothing at the end of a complete run;
 * for a small selection this is all the traffic.
 */
export async function reachEveryStatus(check: Check): Promise<void> {
  if (check.session.unreached(check.requirement).length === 0) {
    return;
  }
  for (const [operation, status, ask] of ways) {
    const forbidden = check.options.readOnly && operation === 'createPet';
    if (
      !forbidden &&
      !check.session.historyWatch.hasSeen(operation, status) &&
      mayTry(check, `${status} of ${operation}`)
    ) {
      await ask(check).catch((error: unknown) => {
        if (!(error instanceof Inconclusive)) {
          throw error;
        }
      });
    }
  }
}

function mayTry(check: Check, answer: string): boolean {
  const count = (tries(check).get(answer) ?? 0) + 1;
  tries(check).set(answer, count);
  return count <= mostTries;
}

/** The number of consecutive requests that verify the count. A run without `--only` sends more than that anyway. */
const enoughToCount = 8;

/** Decides a requirement that a watch judges on every response. */
async function judgeByWatch(check: Check): Promise<void> {
  const { requirement, session } = check;
  if (requirement === 'rate/limit-matches-plan' && session.options.plan === null) {
    throw new Skipped('pass `--plan PLAN` to test this');
  }
  await reachEveryStatus(check);
  const isNarrowed = session.target.requestsSent < 4 * enoughToCount;
  if (requirement === 'rate/remaining-counts-down' && isNarrowed && !check.isExercised) {
    for (let sent = 0; sent < enoughToCount; sent += 1) {
      await check.list();
    }
  }
  check.watched();
}

// The last suite: it reads early animals again, and it decides requirements of every response.
export const closing: Suite = {
  // The first check of the filters covers a few new animals. Now the store has many, and some are old.
  'late readings': once(
    async (check) => {
      await untilFirstAnimalIsOld(check);
      if (check.isSelected('list/created-pet-listed')) {
        await judgeEarlyList(check.as('list/created-pet-listed'));
      }
      if (check.isSelected('list/filter-complete')) {
        await filtersHoldEverything(check.as('list/filter-complete'));
      }
    },
    { requests: 5 },
  ),

  'get/stable': table({
    smoke: true,
    requests: 2,
    cases: ['the newest', 'the oldest', 'the one after the oldest', 'the one before the newest'] as const,
    test: readsTheSame,
    after: async (check) => check.watched(),
  }),

  'get/status-stable': unlessExercised(async (check) => check.get((await check.ownAnimal()).id)),

  ...Object.fromEntries(
    watchedRequirements.map((id) => [id, once(judgeByWatch, { smoke: true, requests: 0 })]),
  ),

  // A code may contain a count.
  'errors/code-stable': table({
    smoke: true,
    requests: 2,
    cases: ({ readOnly }) => [getUnknownTwice, ...(readOnly ? [] : [createEmptyTwice])],
    test: (check, send) => send(check),
    after: async (check) => check.watched(),
  }),
};

async function getUnknownTwice(check: Check): Promise<void> {
  for (const id of [someUnknownId, someUnknownId]) {
    await check.get(id);
  }
}

async function createEmptyTwice(check: Check): Promise<void> {
  for (const body of ['{}', '{}']) {
    await check.create(body);
  }
}

type Age = 'the oldest' | 'the one after the oldest' | 'the one before the newest' | 'the newest';

/** Reads an animal once more, preferably one that was read before, after a pause of no usual length. */
async function readsTheSame(check: Check, age: Age): Promise<void> {
  const read = check.own.filter((animal) => animal.reads.length > 0);
  const [oldest = await check.ownAnimal(), second = oldest] = read;
  const animal = {
    'the oldest': oldest,
    'the one after the oldest': second,
    'the one before the newest': read.at(-2) ?? oldest,
    'the newest': read.at(-1) ?? oldest,
  }[age];
  if (age === 'the newest') {
    await breakPace(check);
  }
  if (animal.reads.length === 0) {
    await check.get(animal.id);
  }
  await check.send(compressed(accepting(getPet(animal.id, check.session.key), null)));
}
