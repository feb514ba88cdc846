import { noCredential } from '../src/arbitraries/credentials.ts';
import { farIds } from '../src/arbitraries/int64.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Check } from '../src/suite/check.ts';
import { Inconclusive, Skipped } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { once, type Suite, table } from '../src/suite/suite.ts';
import { watchedRequirements } from '../src/watchers/start-watch.ts';
import { without } from './cases/invalid-creation.ts';

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
  ['getPet', 401, (check) => check.get(farIds.ofErrors, noCredential)],
  ['getPet', 404, (check) => check.get(farIds.ofErrors)],
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

/** Decides a requirement that a watch judges on every response. */
async function judgeByWatch(check: Check): Promise<void> {
  const { requirement, session } = check;
  if (requirement === 'rate/limit-matches-plan' && session.options.plan === null) {
    throw new Skipped('pass `--plan PLAN` to test this');
  }
  await reachEveryStatus(check);
  check.watched();
}

/** The requirements of every response. */
export const everyResponse: Suite = {
  ...Object.fromEntries(
    watchedRequirements
      .filter((id) => id !== 'rate/remaining-counts-down')
      .map((id) => [id, once(judgeByWatch, { time: 'last', smoke: true, requests: 0 })]),
  ),

  // A code may contain a count.
  'errors/code-stable': table({
    time: 'last',
    smoke: true,
    requests: 2,
    cases: ({ readOnly }) => [getUnknownTwice, ...(readOnly ? [] : [createEmptyTwice])],
    test: (check, send) => send(check),
    after: async (check) => check.watched(),
  }),
};

async function getUnknownTwice(check: Check): Promise<void> {
  for (const id of [farIds.ofErrors, farIds.ofErrors]) {
    await check.get(id);
  }
}

async function createEmptyTwice(check: Check): Promise<void> {
  for (const body of ['{}', '{}']) {
    await check.create(body);
  }
}
