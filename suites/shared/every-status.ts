import { noCredential } from '../../src/arbitraries/credentials.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/runner/check.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import type { Session } from '../../src/runner/session.ts';
import { without } from './invalid-creation.ts';

const someUnknownId = 8_070_450_532_247_928_830n;
/**
 * The maximum number of attempts per status in a run, so that not every check tries a status that the service never
 * returns.
 */
const mostTries = 2;
const tries = new WeakMap<Session, Map<string, number>>();

/** Every documented status of every operation, and a request that leads to it. */
const ways: readonly (readonly [Operation, number, (check: Check) => Promise<unknown>])[] = [
  ['listPets', 200, (check) => check.list({ limit: 1 })],
  ['listPets', 401, (check) => check.list({ limit: 1 }, noCredential)],
  ['createPet', 201, (check) => check.createPlain()],
  ['createPet', 400, (check) => check.create(without('name')(check.plainPet('pending')).text)],
  ['createPet', 401, (check) => check.create(newPetText(check.plainPet('pending')), noCredential)],
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
    const forbidden = check.session.options.readOnly && operation === 'createPet';
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

function mayTry({ session }: Check, answer: string): boolean {
  const tried = tries.get(session) ?? new Map<string, number>();
  const count = (tried.get(answer) ?? 0) + 1;
  tries.set(session, tried.set(answer, count));
  return count <= mostTries;
}
