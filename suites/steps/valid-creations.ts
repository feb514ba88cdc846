import fc from 'fast-check';
import { type NameShape, plainName } from '../../src/arbitraries/names.ts';
import { optionalStatus } from '../../src/arbitraries/new-pet.ts';
import { isJsonObject } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { assume } from '../../src/suite/outcome.ts';
import { sampleOf } from '../../src/suite/send-cases.ts';

/** A name with a lower-case first letter is plain too, where the service accepts usual names. */
export const smallLetters: NameShape = { feature: 'small letters', before: 'rex ', after: '' };

/**
 * A valid creation must return 201 and an object.
 *
 * @throws {Inconclusive} if the body of a 201 could not be read completely.
 * @throws {Violation} if it does not.
 */
export function judgeAccepted(check: Check, answer: Answer): void {
  const { failure } = answer.exchange;
  assume(
    answer.status !== 201 || failure === null,
    `the response to a creation could not be read completely: ${failure?.detail}`,
  );
  check.expectStatus(answer, 201, 'A valid creation');
  const isObject = isJsonObject(answer.json);
  assume(
    isObject || check.requirement === 'create/accepts-valid',
    'a creation returned 201 without an animal: see create/accepts-valid',
  );
  if (!isObject) {
    check.violated(answer, {
      kind: 'not-an-object',
      message: 'A creation returned 201 without an animal in the body',
      expected: '201 and a Pet',
    });
  }
}

/** The service must accept a creation with plain values at any time: late in a run, and concurrently with others. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  // auth/valid-key-accepted reports a 401.
  if (![201, 401].includes(answer.status)) {
    const [accepted] = check.session.acceptedCreations.values();
    const what = accepted === undefined ? 'A valid creation' : 'A creation similar to accepted ones';
    check.as('create/accepts-valid').expectStatus(answer, 201, what, {
      kind: 'later-status',
      related: accepted === undefined ? [] : [{ role: 'an accepted creation', exchange: accepted.number }],
    });
  }
}

/** One more than the longest permitted list has. */
export const fullStore = 101;

/** The maximum number of refusals after which a full store is given up. */
const mostRefusals = 3;

/** Creates animals until the store has more than the longest permitted list. */
export async function fillTheStore(check: Check): Promise<void> {
  const missing = fullStore - check.history.distinctAnimals;
  const answers: Answer[] = [];
  for (const [shape, status] of sampleOf(check, fc.tuple(plainName, optionalStatus), Math.max(0, missing))) {
    const answer = await check.create(check.plainPet(status ?? 'none', shape));
    answers.push(...(answer.status === 201 ? [] : [answer]));
    if (answers.length === mostRefusals) {
      break;
    }
  }
  for (const refused of answers) {
    judgePlainCreation(check, refused);
  }
}
