import { type Answer, isOutOfOrder } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import { assume } from '../../src/suite/outcome.ts';
import { listPets } from '../../src/target/api-request.ts';
import { sendWriting, unusualWriting } from './written-creations.ts';

/** Creates two animals with the body of an earlier one at once: services that merge identical requests give both one id. */
export async function createEqualOnes(check: Check): Promise<void> {
  await check.control('createPet');
  const body = check.session.acceptedCreations.get(refusedStatus)?.request.body ?? '';
  const [second] = await Promise.all([check.create(body), check.create(body)]);
  // A service may treat a duplicate as an invalid value and return 400.
  assumeNoRefusal(second, [400]);
}

const atOnce = 5;

/**
 * Creates different animals at once, one of them as other clients write it, and lists them meanwhile. Rules report
 * duplicate ids, and animals that are listed before they are complete.
 */
export async function createUnlikeOnes(check: Check): Promise<void> {
  const plain = Array.from({ length: atOnce }, () => check.plainPet());
  const written = sendWriting(check, unusualWriting);
  const creations = plain.map((pet) => check.create(pet));
  const list = check.sendForRules(listPets({ limit: 100 }, check.session.key));
  const [answers] = await Promise.all([Promise.all(creations), written, list]);
  for (const answer of answers) {
    assumeNoRefusal(answer);
  }
}

function assumeNoRefusal({ status, exchange }: Answer, permitted: readonly number[] = []): void {
  assume(
    [201, ...permitted].includes(status) || isOutOfOrder(exchange),
    `a valid creation, concurrent with others, returned ${status}: see create/accepts-valid`,
  );
}
