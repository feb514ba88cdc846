import { newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { isJsonObject } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { accepting, inSmallLetters } from './as-others-send.ts';
import { validCreations } from './valid-creations.ts';

/** Ways to write the media type of JSON that mean the same (RFC 9110 section 8.3.1). */
const otherJsonTypes = ['application/json; charset=utf-8', 'Application/JSON'] as const;

/**
 * One creation in which everything is written otherwise than this suite writes it, and means the same: over lines,
 * the status first, a name of digits and escapes, fields in small letters, another Accept, and where `contentType`
 * is left out another way to write the media type.
 */
export function otherWriting(check: Check, contentType = 'Application/JSON; charset=utf-8'): OutgoingRequest {
  check.refuseInReadOnlyRuns();
  const digits = check.session.tags.next().replace(/\D/g, '');
  const text = `{\n  "status" : "sold",\n  "categoryId" : ${check.category()},\n  "name" : "\\u0030\\u0030${digits}"\n}\n`;
  return inSmallLetters(accepting(createPet(text, check.session.key, [contentType]), '*/*'));
}

/** Where such a creation is refused, finds out which of its ways is to blame. */
export async function judgeOtherWriting(check: Check, answer: Answer): Promise<void> {
  const accepts = check.as('create/accepts-valid');
  const types = check.as('create/content-type-parameters');
  if (answer.status === 201) {
    judgeAccepted(accepts, answer);
    accepts.evidence(answer.exchange.number);
    types.evidence(answer.exchange.number);
    return;
  }
  const withPlainType = await check.send(otherWriting(check, 'application/json'));
  if (withPlainType.status === 201) {
    await judgeJsonTypes(types);
    return;
  }
  const digits = newPetText(
    newPet(`00${check.session.tags.next().replace(/\D/g, '')}`, check.category(), 'sold'),
  );
  for (const request of [...validCreations(check), createPet(digits, check.session.key)]) {
    judgeAccepted(accepts, await check.send(request));
  }
  if (accepts.deviations === 0) {
    judgeAccepted(accepts, withPlainType);
  }
}

/**
 * A valid creation must be answered 201 with an object.
 *
 * @throws {Inconclusive} where a 201 broke off: what its body would have been can't be told.
 */
export function judgeAccepted(check: Check, answer: Answer): void {
  const { failure } = answer.exchange;
  if (answer.status === 201 && failure !== null) {
    throw new Inconclusive(`the answer to a creation could not be read to its end: ${failure.detail}`);
  }
  if (answer.status !== 201 || !isJsonObject(answer.json)) {
    check.deviation(answer, {
      kind: answer.status === 201 ? 'not-an-object' : `status-${answer.status}`,
      message:
        answer.status === 201
          ? 'A creation is answered 201 without an animal in the body'
          : `A valid creation is answered ${answer.status}`,
      expected: '201 and a Pet',
    });
  }
}

/** Sends a plain creation with each of these media types, behind its twin with the usual one. */
export async function judgeJsonTypes(check: Check): Promise<void> {
  for (const contentType of otherJsonTypes) {
    const control = await check.acceptedCreation('pending');
    const answer = await check.create(newPetText(check.plainPet('pending')), check.session.key, [
      contentType,
    ]);
    if (answer.status !== 201) {
      check.deviation(answer, {
        kind: `status-${answer.status}`,
        message: `A valid creation sent as ${contentType} is answered ${answer.status}`,
        expected: '201 and a Pet',
        related: [control],
      });
    }
  }
}
