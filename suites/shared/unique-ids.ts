import { noCredential } from '../../src/arbitraries/credentials.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import { type Answer, isOutOfOrder } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { judgeOtherWriting, otherWriting } from './valid-creations.ts';

/** Creates the same animal twice, and many animals concurrently. The watch reports duplicate ids. */
export async function idsAreUnique(check: Check): Promise<void> {
  if (check.plan.combines) {
    await createConcurrently(check);
    return;
  }
  await createTwice(check);
  const bodies = Array.from({ length: check.plan.atOnce }, () => newPetText(check.plainPet('available')));
  await Promise.all(bodies.map((body) => check.create(body)));
}

/**
 * Sends three requests concurrently: the body of an earlier creation again, a creation as other clients write it, and a
 * list without a key, which a service that confuses its callers may serve.
 */
async function createConcurrently(check: Check): Promise<void> {
  const { session } = check;
  const earlier = session.acceptedCreations.get(check.refusedStatus);
  const body = earlier?.request.body ?? newPetText(check.plainPet(check.refusedStatus));
  // It is the first of them, because a shared state then has the key of a later one.
  const keyless = check.isSelected('auth/missing-key') ? check.list({}, noCredential) : null;
  const again = check.create(body);
  const [refused, second, other] = await Promise.all([keyless, again, check.send(otherWriting(check))]);
  // An overloaded service violates another requirement.
  if (!isOutOfOrder(other.exchange)) {
    await judgeOtherWriting(check, other);
  }
  if (refused !== null) {
    judgeKeylessList(check, refused);
  }
  if (earlier !== undefined) {
    judgeSecond(check, earlier.number, second);
  }
}

async function createTwice(check: Check): Promise<void> {
  const twin = newPetText(check.plainPet('pending'));
  const first = await check.create(twin);
  const second = await check.create(twin);
  if (first.status === 201) {
    judgeSecond(check, first.exchange.number, second);
  }
}

function judgeSecond(check: Check, first: number, second: Answer): void {
  // A service may treat a duplicate as an invalid value and return 400. auth/valid-key-accepted reports a 401.
  if (![201, 400, 401].includes(second.status) && !isOutOfOrder(second.exchange)) {
    check
      .as('create/accepts-valid')
      .expectStatus(second, 201, 'A valid creation with the body of an earlier one', {
        kind: 'same-again-status',
        related: [{ role: 'the earlier creation', exchange: first }],
      });
  }
}

/** The service must refuse a list without a key, whatever requests it serves concurrently. */
export function judgeKeylessList(check: Check, answer: Answer): void {
  const what = 'A list without a key, concurrent with requests that have one,';
  check.as('auth/missing-key').expectStatus(answer, 401, what, { kind: 'amid-others-status' });
}
