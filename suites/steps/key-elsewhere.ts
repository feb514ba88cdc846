import { keyElsewhere, noCredential } from '../../src/arbitraries/credentials.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Answer } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import { assume, Inconclusive, OfAnotherRequirement, Violation } from '../../src/suite/outcome.ts';
import type { Credential } from '../../src/target/api-request.ts';
import { ask, expectRefusal, type Formed, refuses } from './refused-credentials.ts';

const keyInBody: Credential = { ...noCredential, description: 'the key in the body alone' };
const keyInForm: Credential = { ...noCredential, description: 'the key in a form alone' };

/** Sends the operation with a credential; if it has a body, with the key as members of the body too. */
async function askWithKeyInBody(
  check: Check,
  { operation, form }: Formed,
  credential: Credential,
): Promise<Answer> {
  const { apiKey } = check.options;
  const members = { apiKey, api_key: apiKey, token: apiKey, access_token: apiKey };
  return operation === 'createPet'
    ? check.create(newPetText(check.plainPet(refusedStatus), members), credential)
    : ask(check, operation, credential, form);
}

/**
 * If an operation needs no key, it proves nothing about the place of a key.
 *
 * @throws {Inconclusive} in that case, after it is reported.
 */
async function needsKey(check: Check, { operation, form }: Formed): Promise<void> {
  const answer = await ask(check, operation, noCredential, form);
  try {
    expectRefusal(check.as('auth/missing-key'), operation, noCredential, answer);
  } catch (error) {
    if (error instanceof Violation) {
      await check.reportIfControlled(error);
    }
    throw new Inconclusive(`${operation} without a key returned ${answer.status}: see auth/missing-key`);
  }
}

/** Sends the key as a parameter of a form (RFC 6750 section 2.2), then as control a wrong key in the same way. */
async function isNotReadFromForm(check: Check): Promise<void> {
  const { apiKey } = check.options;
  const send = (key: string) =>
    check.create(`access_token=${encodeURIComponent(key)}`, keyInForm, ['application/x-www-form-urlencoded']);
  const answer = await send(apiKey);
  if (answer.status !== 401) {
    const wrong = await send('x'.repeat(apiKey.length));
    assume(
      wrong.status === 401,
      `a form with a wrong key returned ${wrong.status}: see auth/checked-first`,
      OfAnotherRequirement,
    );
    const related = [{ role: 'a form with a wrong key', exchange: wrong.exchange.number }];
    expectRefusal(check, 'createPet', keyInForm, answer, related);
  }
}

/** Sends the key in all wrong places at once. Only if the service accepts it, it tries each place alone. */
export async function isReadFromHeaderOnly(check: Check, formed: Formed): Promise<void> {
  const { operation, form } = formed;
  const [query, fields, cookies] = keyElsewhere(check.options.apiKey);
  const anywhere: Credential = {
    ...query,
    description: 'the key in query, body, other header fields and cookies, but not in Authorization',
    headers: [...fields.headers, ...cookies.headers],
  };
  const answer = await askWithKeyInBody(check, formed, anywhere);
  if (answer.status === 401) {
    return operation === 'createPet' ? isNotReadFromForm(check) : undefined;
  }
  await needsKey(check, formed);
  for (const place of [query, fields, cookies]) {
    await refuses(check, operation, place, form);
  }
  expectRefusal(check, operation, keyInBody, await askWithKeyInBody(check, formed, keyInBody));
  // The combined request may exceed a size limit of the server (RFC 6585 section 5), which is no violation.
  if (![414, 431].includes(answer.status)) {
    expectRefusal(check, operation, anywhere, answer);
  }
}
