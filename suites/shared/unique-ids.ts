import { noCredential } from '../../src/arbitraries/credentials.ts';
import { type Answer, isOutOfOrder } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { judgePlainCreation } from './valid-creations.ts';
import { judgeWriting, sendWriting, unusualWriting } from './written-creations.ts';

/**
 * Sends concurrently: the body of an earlier creation again, twice if the plan has room, a creation as other clients write it, further ones, and a
 * list without a key, which a service that confuses its callers may serve. The watch reports duplicate ids.
 */
export async function idsAreUnique(check: Check): Promise<void> {
  const { plan, refusedStatus, session } = check;
  if (!plan.reuses) {
    judgePlainCreation(check, await check.createPlain(refusedStatus));
  }
  const earlier = session.acceptedCreations.get(refusedStatus);
  const body = earlier?.request.body ?? check.plainPet(refusedStatus);
  // It is the first of them, because a shared state then has the key of a later one. Other runs send one elsewhere.
  const isKeyless = plan.reuses && check.isSelected('auth/missing-key');
  const keyless = isKeyless ? check.list({}, noCredential) : null;
  const further = Array.from({ length: plan.atOnce }, () => check.plainPet());
  const [refused, second, , other, ...plain] = await Promise.all([
    keyless,
    check.create(body),
    // Services that merge identical requests in flight give both animals one id.
    plan.reuses ? null : check.create(body),
    sendWriting(check, unusualWriting),
    ...further.map((pet) => check.create(pet)),
  ]);
  // An overloaded service violates another requirement.
  if (!isOutOfOrder(other.exchange)) {
    await judgeWriting(check, unusualWriting, other);
  }
  for (const answer of plain.filter(({ exchange }) => !isOutOfOrder(exchange))) {
    judgePlainCreation(check, answer);
  }
  if (refused !== null) {
    judgeKeylessList(check, refused);
  }
  if (earlier !== undefined) {
    judgeSecond(check, earlier.number, second);
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
