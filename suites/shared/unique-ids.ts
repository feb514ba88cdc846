import { noCredential } from '../../src/arbitraries/credentials.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import { type Answer, isOutOfOrder } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { judgeStranger } from './amid-others.ts';
import { judgeOtherWriting, otherWriting } from './other-writing.ts';

/**
 * Creates the same animal twice, and many animals at once; then reads those by id, since of two creations that
 * raced one may be lost. Whether two ids are the same the watch sees.
 */
export async function idsAreUnique(check: Check): Promise<void> {
  if (check.plan.combines) {
    await createBeside(check);
    return;
  }
  await createTwice(check);
  const bodies = Array.from({ length: check.plan.atOnce }, () => newPetText(check.plainPet('available')));
  await Promise.all(bodies.map((body) => check.create(body)));
}

/**
 * At once: an animal that was created before again, one as other clients write it, and a list without a key, which a
 * service that mixes up its callers would take for one of the others.
 */
async function createBeside(check: Check): Promise<void> {
  const { session } = check;
  const earlier = session.acceptedCreations.get(check.refusedStatus);
  const body = earlier?.request.body ?? newPetText(check.plainPet(check.refusedStatus));
  // First: what mixes up its callers takes it for one of those that come next.
  const stranger = check.isSelected('auth/missing-key') ? check.list({}, noCredential) : null;
  const again = check.create(body);
  const [refused, second, other] = await Promise.all([stranger, again, check.send(otherWriting(check))]);
  // That it is too busy just now is no word on the creation.
  if (!isOutOfOrder(other.exchange)) {
    await judgeOtherWriting(check, other);
  }
  if (refused !== null) {
    judgeStranger(check, refused);
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
  // That the same animal is there already may be taken for an invalid value; anything but a 400 is not shown. Of a
  // 401 auth/valid-key-accepted tells.
  if (![201, 400, 401].includes(second.status) && !isOutOfOrder(second.exchange)) {
    check.as('create/accepts-valid').owes(second, 201, 'A valid creation with the body of an earlier one', {
      kind: 'same-again-status',
      related: [{ role: 'the earlier one', exchange: first }],
    });
  }
}
