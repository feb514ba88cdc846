import { describe } from 'vitest';
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
import { Inconclusive, Skipped } from '../src/runner/outcome.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { bearer, type Credential, listPets } from '../src/target/api-request.ts';
import { accepting, compressed } from './shared/as-others-send.ts';
import { earlyRefusals, refusedAsNotBearer, refusedAsUnknown } from './shared/bad-credentials.ts';
import { ask, control, judgeRefusal, refuses, rightRequest } from './shared/refused-operation.ts';

const keyInBody: Credential = { ...noCredential, description: 'the key in the body alone' };

/** Sends the operation with a credential; if it has a body, with the key as members of the body too. */
async function askWithKeyInBody(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  const { apiKey } = check.session.options;
  return operation === 'createPet'
    ? check.create(
        newPetText(check.plainPet(check.refusedStatus), { apiKey, api_key: apiKey, token: apiKey }),
        credential,
      )
    : ask(check, operation, credential);
}

/** The cookies that the service has set, as a header value and as its placeholder; `null` if it has set none. */
function serviceCookies(check: Check): { readonly value: string; readonly shownAs: string } | null {
  const cookies = [...check.session.cookies];
  return cookies.length === 0
    ? null
    : {
        value: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
        shownAs: cookies.map(([name]) => `${name}=…`).join('; '),
      };
}

/** A session cookie of the service must not replace the key. */
async function cookiesAreNoKey(check: Check): Promise<void> {
  const cookies = serviceCookies(check);
  if (cookies !== null) {
    await refuses(check, 'listPets', {
      label: 'invalid',
      description: 'no Authorization header, but the cookies that the service has set',
      headers: [{ name: 'Cookie', ...cookies }],
    });
  }
}

/** The credential with the cookies of the service before its own cookies. */
function withServiceCookies(check: Check, credential: Credential): Credential {
  const cookies = serviceCookies(check);
  return {
    ...credential,
    headers: credential.headers.map((field) =>
      field.name !== 'Cookie' || cookies === null
        ? field
        : {
            name: field.name,
            value: `${cookies.value}; ${field.value}`,
            shownAs: `${cookies.shownAs}; ${field.shownAs ?? field.value}`,
          },
    ),
  };
}

/** Whether the service also accepts the request without any key. */
async function needsNoKey(check: Check, operation: Operation): Promise<boolean> {
  const missing = check.as('auth/missing-key');
  const related = [await control(check, operation)];
  const answer = await missing.send(await rightRequest(check, operation, noCredential));
  judgeRefusal(missing, operation, noCredential, answer, related);
  await cookiesAreNoKey(missing);
  return missing.deviations > 0;
}

describe('auth', () => {
  requirement('auth/missing-key', async (check) => {
    const { combines, isServed, operations } = check.plan;
    // A service that requires no key also fails auth/header-only, whose requests then suffice.
    for (const operation of isServed ? [] : operations) {
      const related = [await control(check, operation)];
      const request = accepting(
        await rightRequest(check, operation, noCredential, {}),
        operation === 'listPets' ? null : '*/*',
      );
      judgeRefusal(check, operation, noCredential, await check.send(request), related);
    }
    // A cache whose entries do not depend on the key would return the list that it has just stored. A run that combines
    // cases lists sold animals here, before it creates one, because the list may be empty only now.
    const query = combines ? { limit: 20, status: 'sold' } : { status: 'available' };
    const withKey = await check.list(query);
    const related = [{ role: 'the same request with the key', exchange: withKey.exchange.number }];
    const request = compressed(listPets(query, noCredential));
    const without = await check.send(combines ? accepting(request, null) : request);
    judgeRefusal(check, 'listPets', noCredential, without, related);
    if (!combines) {
      await cookiesAreNoKey(check);
    }
  });

  requirement('auth/not-bearer', (check) =>
    forExamples(check, { edges: refusedAsNotBearer(check).right }, ([operation, credential]) =>
      refuses(check, operation, credential),
    ),
  );

  requirement('auth/unknown-key', async (check) => {
    await forExamples(
      check,
      {
        edges: refusedAsUnknown(check).right,
        arbitrary: anyUnknownKey(check.session.options.apiKey).map(
          (credential): readonly [Operation, Credential] => ['listPets', credential],
        ),
      },
      ([operation, credential]) => refuses(check, operation, credential),
    );
  });

  requirement('auth/header-only', async (check) => {
    const [query, fields, cookies] = keyElsewhere(check.session.options.apiKey);
    if (query === undefined || fields === undefined || cookies === undefined) {
      return;
    }
    // The first request has the key in all places. Only if the service accepts it, the next ones try each place alone.
    const anywhere: Credential = {
      label: 'invalid',
      description: 'the key in query, body, other header fields and cookies, but not in Authorization',
      headers: [...fields.headers, ...cookies.headers],
      ...(query.query === undefined ? {} : { query: query.query }),
    };
    const { combines, operations } = check.plan;
    for (const operation of operations) {
      const related = [await control(check, operation)];
      const credential = combines ? withServiceCookies(check, anywhere) : anywhere;
      const answer = await askWithKeyInBody(check, operation, credential);
      if (answer.status === 401) {
        continue;
      }
      const isOpen = combines && (await needsNoKey(check, operation));
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
  });

  requirement('auth/checked-first', async (check) => {
    let isRefusedEarly = false;
    await forExamples(check, { edges: earlyRefusals(check) }, async ({ input, credential, refusedBy }) => {
      const answer = await check.send(input.request(credential));
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
    if (!isRefusedEarly) {
      throw new Inconclusive(
        'no invalid credential returns 401, even in a valid request: see auth/missing-key',
      );
    }
  });

  requirement('auth/revoked-key', async (check) => {
    const { revokedKey } = check.session.options;
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
  });

  requirement('auth/challenge', { unlessExercised: (check) => check.list({ limit: 1 }, noCredential) });

  requirement('auth/scheme-case', async (check) => {
    const credentials = otherSchemeCase(check.session.options.apiKey);
    for (const credential of check.chosen(credentials)) {
      const answer = await check.list({ limit: 1 }, credential);
      check.observe(`${credential.description} returned ${answer.status}`, answer);
    }
  });

  requirement('auth/valid-key-accepted', async (check) => {
    for (const operation of check.plan.operations) {
      check.evidence((await control(check, operation)).exchange);
    }
    check.watched();
  });
});
