import {
  anyUnknownKey,
  keyElsewhere,
  noCredential,
  otherSchemeCase,
} from '../src/arbitraries/credentials.ts';
import { newPetText } from '../src/arbitraries/new-pet.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { assume, Skipped } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { bearer, type Credential, listPets } from '../src/target/api-request.ts';
import type { OutgoingHeader } from '../src/target/target.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import {
  ask,
  control,
  earlyRefusals,
  judgeRefusal,
  type Refusal,
  refusalsOf,
  refuses,
  rightRequest,
} from './shared/refused-credentials.ts';

const keyInBody: Credential = { ...noCredential, description: 'the key in the body alone' };

/** Sends the operation with a credential; if it has a body, with the key as members of the body too. */
async function askWithKeyInBody(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  const { apiKey } = check.options;
  return operation === 'createPet'
    ? check.create(
        newPetText(check.plainPet(check.refusedStatus), { apiKey, api_key: apiKey, token: apiKey }),
        credential,
      )
    : ask(check, operation, credential);
}

/** Servers refuse requests with large header fields by themselves. */
const mostCookieCharacters = 2_000;

/** The cookies that the service has set, as many as every server accepts, and no key. */
function serviceCookies({ session }: Check): Credential {
  let characters = 0;
  const cookies = [...session.cookies].filter(([name, content]) => {
    const length = `${name}=${content}; `.length;
    const fits = characters + length <= mostCookieCharacters;
    characters += fits ? length : 0;
    return fits;
  });
  const value = cookies.map(([name, content]) => `${name}=${content}`).join('; ');
  const shownAs = cookies.map(([name]) => `${name}=…`).join('; ');
  return {
    label: 'invalid',
    description: 'no Authorization header, but the cookies that the service has set',
    headers: cookies.length === 0 ? [] : [{ name: 'Cookie', value, shownAs }],
  };
}

/** A session cookie of the service must not replace the key. */
async function cookiesAreNoKey(check: Check, operation: Operation): Promise<void> {
  const credential = serviceCookies(check);
  if (credential.headers.length > 0) {
    await refuses(check, operation, credential);
  }
}

/** One Cookie field with those of both. */
function joinedCookies(fields: readonly OutgoingHeader[]): OutgoingHeader {
  const value = fields.map((field) => field.value).join('; ');
  return { name: 'Cookie', value, shownAs: fields.map((field) => field.shownAs ?? field.value).join('; ') };
}

/** Whether the service also accepts the request without any key. */
async function needsNoKey(check: Check, operation: Operation): Promise<boolean> {
  const missing = check.as('auth/missing-key');
  await refuses(missing, operation, noCredential);
  await cookiesAreNoKey(missing, operation);
  return missing.deviations > 0;
}

/** The credentials without those that auth/checked-first sends with a bad input. */
function inValidRequests(check: Check, requirement: 'auth/not-bearer' | 'auth/unknown-key') {
  return refusalsOf(check, requirement).filter(({ input }) => input === null);
}

export const auth: Suite = {
  'auth/missing-key': async (check) => {
    const { isServed, operations } = check.plan;
    // A service that requires no key also fails auth/header-only, whose requests then suffice.
    for (const operation of isServed ? [] : operations) {
      const related = [await control(check, operation)];
      const request = accepting(
        await rightRequest(check, operation, noCredential, {}),
        operation === 'listPets' ? null : '*/*',
      );
      judgeRefusal(check, operation, noCredential, await check.send(request), related);
    }
    // A cache whose entries do not depend on the key would return the list that it has just stored. A run that begins
    // with this check may see an empty list of sold animals only now.
    const query = { limit: 20, status: 'sold' };
    const withKey = await check.list(query);
    const related = [{ role: 'the same request with the key', exchange: withKey.exchange.number }];
    const request = accepting(compressed(listPets(query, noCredential)), null);
    judgeRefusal(check, 'listPets', noCredential, await check.send(request), related);
    // auth/header-only sends them too, together with the key in other places.
    for (const operation of check.isSelected('auth/header-only') ? [] : operations) {
      await cookiesAreNoKey(check, operation);
    }
  },

  'auth/not-bearer': (check) =>
    forExamples(check, { edges: inValidRequests(check, 'auth/not-bearer') }, ({ operation, credential }) =>
      refuses(check, operation, credential),
    ),

  'auth/unknown-key': (check) =>
    forExamples<Omit<Refusal, 'input'>>(
      check,
      {
        edges: inValidRequests(check, 'auth/unknown-key'),
        arbitrary: anyUnknownKey(check.options.apiKey).map((credential) => ({
          operation: 'listPets',
          credential,
        })),
      },
      ({ operation, credential }) => refuses(check, operation, credential),
    ),

  'auth/header-only': async (check) => {
    const [query, fields, cookies] = keyElsewhere(check.options.apiKey);
    // The first request has the key in all places. Only if the service accepts it, the next ones try each place alone.
    const set = serviceCookies(check).headers;
    const anywhere: Credential = {
      ...query,
      description: 'the key in query, body, other header fields and cookies, but not in Authorization',
      headers: [...fields.headers, joinedCookies([...set, ...cookies.headers])],
    };
    for (const operation of check.plan.operations) {
      const related = [await control(check, operation)];
      const answer = await askWithKeyInBody(check, operation, anywhere);
      if (answer.status === 401) {
        continue;
      }
      const isOpen = await needsNoKey(check, operation);
      const before = check.deviations;
      for (const place of [query, fields, cookies]) {
        await refuses(check, operation, place);
      }
      const inBody = await askWithKeyInBody(check, operation, keyInBody);
      judgeRefusal(check, operation, keyInBody, inBody, related);
      // The combined request may exceed a size limit of the server (RFC 6585 section 5), which is no violation.
      if (check.deviations === before && !isOpen && ![414, 431].includes(answer.status)) {
        judgeRefusal(check, operation, anywhere, answer, related);
      }
    }
  },

  'auth/checked-first': async (check) => {
    let isRefusedEarly = false;
    await forExamples(check, { edges: earlyRefusals(check) }, async ({ input, credential, refusedBy }) => {
      const answer = await check.send(input.request(check, credential));
      if (answer.status === 401) {
        isRefusedEarly = true;
        return;
      }
      // If the service also accepts the credential in a valid request, the credential is the fault, not the order.
      const right = await ask(check, input.operation, credential);
      if (judgeRefusal(check.as(refusedBy), input.operation, credential, right, [])) {
        isRefusedEarly = true;
        check.expectStatus(answer, 401, `${input.description} with ${credential.description}`, {
          kind: `${input.name}-status`,
          related: [{ role: 'a valid request with the credential', exchange: right.exchange.number }],
        });
      }
    });
    assume(
      isRefusedEarly,
      'no invalid credential returns 401, even in a valid request: see auth/missing-key',
    );
  },

  'auth/revoked-key': async (check) => {
    const { revokedKey } = check.options;
    if (revokedKey === null) {
      throw new Skipped('pass `--revoked-key KEY` to test this');
    }
    const revoked: Credential = {
      ...bearer(revokedKey, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY'),
      description: 'the revoked key',
    };
    for (const operation of check.plan.operations) {
      await refuses(check, operation, revoked);
    }
  },

  'auth/challenge': { unlessExercised: (check) => check.list({ limit: 1 }, noCredential) },

  'auth/scheme-case': async (check) => {
    const credentials = otherSchemeCase(check.options.apiKey);
    for (const credential of check.chosen(credentials)) {
      // On a reused connection an accepted credential would be sent again.
      const answer = await check.send(listPets({ limit: 1 }, credential), true);
      check.observe(`${credential.description} returned ${answer.status}`, answer);
    }
  },

  'auth/valid-key-accepted': async (check) => {
    for (const operation of check.plan.operations) {
      check.evidence((await control(check, operation)).exchange);
    }
    check.watched();
  },
};
