import fc from 'fast-check';
import { noCredential } from '../../src/arbitraries/credentials.ts';
import { type NameShape, plainName } from '../../src/arbitraries/names.ts';
import { type NewPet, newPetText, optionalStatus } from '../../src/arbitraries/new-pet.ts';
import { isJsonObject, writeJson } from '../../src/json/exact-json.ts';
import { type Answer, isOutOfOrder } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { sampleOf } from '../../src/runner/examples.ts';
import { assume } from '../../src/runner/outcome.ts';
import { createPet } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { accepting, compressed, inSmallLetters, inTwoWrites } from './as-others-send.ts';

/**
 * Valid creations as other clients write them: each differs in its form, and none in its meaning. An escape means what
 * its character means, in a value and in the name of a member (RFC 8259 section 7).
 */
export function validCreations(check: Check): OutgoingRequest[] {
  const create = (text: string): OutgoingRequest => createPet(text, check.session.key);
  return [
    create(overLines(newPetText(check.plainPet('sold')))),
    create(statusFirst(check.plainPet('sold'))),
    create(newPetText(check.plainPet('sold')).replace('Rex', '\\u0052e\\u0078')),
    create(newPetText(check.plainPet('sold')).replace('"categoryId"', '"c\\u0061tegoryId"')),
    inTwoWrites(create(newPetText(check.plainPet('sold')))),
    inSmallLetters(accepting(create(newPetText(check.plainPet('pending', smallLetters))), null)),
    compressed(accepting(create(newPetText(check.plainPet('available'))), '*/*')),
  ];
}

/** The body on several lines, the first one empty. Its name is plain, so it has no commas and braces. */
function overLines(text: string): string {
  return `\n${text}`.replace(/[{,]/g, '$&\n  ').replaceAll(':', ' : ').replace('}', '\n}\n');
}

function statusFirst({ status, name, categoryId }: NewPet): string {
  return writeJson({ ...(status === undefined ? {} : { status }), name, categoryId });
}

/** A name with a lower-case first letter is plain too, where the service accepts usual names. */
export const smallLetters: NameShape = { feature: 'small letters', before: 'rex ', after: '' };

/** Equivalent notations of the media type of JSON (RFC 9110 section 8.3.1). */
const otherJsonTypes = ['application/json; charset=utf-8', 'Application/JSON'] as const;

/**
 * A valid creation that combines many other notations: several lines, the status first, a name of digits and escapes,
 * header names in lower case, another Accept, another notation of the media type, and two writes. `usual` replaces some
 * of them with the usual notation.
 */
export function otherWriting(
  check: Check,
  usual: { readonly contentType?: string; readonly name?: string } = {},
): OutgoingRequest {
  const { contentType = 'Application/JSON; charset=utf-8', name = nameOfDigits(check) } = usual;
  const escaped = [...name].map((character, index) => (index < 2 ? asEscape(character) : character)).join('');
  const text = `{\n  "status" : "sold",\n  "categoryId" : ${check.category()},\n  "name" : "${escaped}"\n}\n`;
  const request = inTwoWrites(createPet(text, check.session.key, [contentType]));
  return inSmallLetters(compressed(accepting(request, '*/*')));
}

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Unique to this run, because a service may refuse duplicate names. */
function nameOfDigits({ session }: Check): string {
  return `00${session.tags.next().replace(/\D/g, (letter) => `${letter.charCodeAt(0) % 10}`)}`;
}

/** Judges the response to such a creation. If the service refuses it, finds the cause with separate requests. */
export async function judgeOtherWriting(check: Check, answer: Answer): Promise<void> {
  const accepts = check.as('create/accepts-valid');
  const types = check.as('create/content-type-parameters');
  // The document shows no bounds of names, so a service may refuse a name of digits.
  const accepted =
    answer.status === 400 ? await check.send(otherWriting(check, { name: check.plainPet().name })) : answer;
  if (accepted.status === 201) {
    judgeAccepted(accepts, accepted);
    accepts.evidence(accepted.exchange.number);
    types.evidence(accepted.exchange.number);
    return;
  }
  const usual = { contentType: 'application/json', name: check.plainPet().name };
  const withPlainType = await check.send(otherWriting(check, usual));
  if (withPlainType.status === 201) {
    await judgeJsonTypes(types);
    return;
  }
  for (const request of validCreations(check)) {
    judgeAccepted(accepts, await check.send(request));
  }
  if (accepts.deviations === 0) {
    judgeAccepted(accepts, withPlainType);
  }
}

/**
 * A valid creation must return 201 and an object.
 *
 * @throws {Inconclusive} if the body of a 201 is truncated.
 */
export function judgeAccepted(check: Check, answer: Answer): void {
  const { failure } = answer.exchange;
  assume(
    answer.status !== 201 || failure === null,
    `the response to a creation is truncated: ${failure?.detail}`,
  );
  if (check.expectStatus(answer, 201, 'A valid creation') && !isJsonObject(answer.json)) {
    check.deviation(answer, {
      kind: 'not-an-object',
      message: 'A creation returned 201 without an animal in the body',
      expected: '201 and a Pet',
    });
  }
}

/** Sends a plain creation with each notation of the media type, after a control with the usual one. */
export async function judgeJsonTypes(check: Check): Promise<void> {
  for (const contentType of otherJsonTypes) {
    const control = await check.acceptedCreation('pending');
    const answer = await check.create(check.plainPet('pending'), check.session.key, [contentType]);
    check.expectStatus(answer, 201, `A valid creation sent as ${contentType}`, { related: [control] });
  }
}

/** The service must accept a creation with plain values at any time: late in a run, and concurrently with others. */
export function judgePlainCreation(check: Check, answer: Answer): void {
  if (answer.status !== 201) {
    const [accepted] = check.session.acceptedCreations.values();
    const what = accepted === undefined ? 'A valid creation' : 'A creation similar to accepted ones';
    check.as('create/accepts-valid').expectStatus(answer, 201, what, {
      kind: 'later-status',
      related: accepted === undefined ? [] : [{ role: 'an accepted creation', exchange: accepted.number }],
    });
  }
}

/** Creates animals until the store has more than the longest permitted list. */
export async function fillTheStore(check: Check): Promise<void> {
  const missing = check.plan.animals - check.history.distinctAnimals;
  if (missing <= 0) {
    return;
  }
  let refusals = 0;
  for (const [shape, status] of sampleOf(check, fc.tuple(plainName, optionalStatus), missing)) {
    const answer = await check.create(check.plainPet(status ?? 'none', shape));
    judgePlainCreation(check, answer);
    refusals += answer.status === 201 ? 0 : 1;
    if (refusals > 2) {
      return;
    }
  }
}

/**
 * Sends concurrently: the body of an earlier creation again, a creation as other clients write it, further ones, and a
 * list without a key, which a service that confuses its callers may serve. The watch reports duplicate ids.
 */
export async function idsAreUnique(check: Check): Promise<void> {
  const { plan, refusedStatus, session } = check;
  if (!plan.reuses) {
    await check.createPlain(refusedStatus);
  }
  const earlier = session.acceptedCreations.get(refusedStatus);
  const body = earlier?.request.body ?? check.plainPet(refusedStatus);
  // It is the first of them, because a shared state then has the key of a later one. Other runs send one elsewhere.
  const isKeyless = plan.reuses && check.isSelected('auth/missing-key');
  const keyless = isKeyless ? check.list({}, noCredential) : null;
  const further = Array.from({ length: plan.atOnce }, () => check.plainPet());
  const [refused, second, other] = await Promise.all([
    keyless,
    check.create(body),
    check.send(otherWriting(check)),
    ...further.map((pet) => check.create(pet)),
  ]);
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
