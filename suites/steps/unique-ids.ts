import { type Answer, isOutOfOrder } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import { judgePlainCreation } from './valid-creations.ts';
import { judgeWriting, sendWriting, unusualWriting } from './written-creations.ts';

/** Creates two animals with the body of an earlier one at once: services that merge identical requests give both one id. */
export async function createEqualOnes(check: Check): Promise<void> {
  await check.acceptedCreation(refusedStatus);
  const earlier = check.session.acceptedCreations.get(refusedStatus);
  const body = earlier?.request.body ?? null;
  if (earlier !== undefined && body !== null) {
    const [second] = await Promise.all([check.create(body), check.create(body)]);
    judgeSecond(check, earlier.number, second);
  }
}

const atOnce = 5;

/** Creates different animals at once, one of them as other clients write it. The watch reports duplicate ids. */
export async function createUnlikeOnes(check: Check): Promise<void> {
  const plain = Array.from({ length: atOnce }, () => check.plainPet());
  const [other, ...answers] = await Promise.all([
    sendWriting(check, unusualWriting),
    ...plain.map((pet) => check.create(pet)),
  ]);
  // An overloaded service violates another requirement.
  if (!isOutOfOrder(other.exchange)) {
    await judgeWriting(check, unusualWriting, other);
  }
  for (const answer of answers.filter(({ exchange }) => !isOutOfOrder(exchange))) {
    judgePlainCreation(check, answer);
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
