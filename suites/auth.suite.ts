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

/** The operation with a credential, and where it has a body with the key as members of that too. */
async function askWithKeyInBody(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  const { apiKey } = check.session.options;
  return operation === 'createPet'
    ? check.create(
        newPetText(check.plainPet(check.refusedStatus), { apiKey, api_key: apiKey, token: apiKey }),
        credential,
      )
    : ask(check, operation, credential);
}

/** The cookies that the service has set, as the value of a field and as records show it; `null` where it has set none. */
function serviceCookies(check: Check): { readonly value: string; readonly shownAs: string } | null {
  const cookies = [...check.session.cookies];
  return cookies.length === 0
    ? null
    : {
        value: cookies.map(([name, value]) => `${name}=${value}`).join('; '),
        shownAs: cookies.map(([name]) => `${name}=…`).join('; '),
      };
}

/** A session that the service began by a cookie must not stand in for the key. */
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

/** The credential with the cookies that the service has set in front of its own. */
function besideItsCookies(check: Check, credential: Credential): Credential {
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

/** Whether a request that came through with the key in the wrong places comes through without it as well. */
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
    // Whoever needs no key at all lets in the key in all places but the right one as well.
    for (const operation of isServed ? [] : operations) {
      const related = [await control(check, operation)];
      const request = accepting(
        await rightRequest(check, operation, noCredential, {}),
        operation === 'listPets' ? null : '*/*',
      );
      judgeRefusal(check, operation, noCredential, await check.send(request), related);
    }
    // A cache that knows no keys would have the answer that the key has just brought. Combined, this comes before the
    // run has added a sold animal: what an empty list looks like can be seen now or never.
    const query = combines ? { limit: 20, status: 'sold' } : { status: 'available' };
    const withKey = await check.list(query);
    const related = [{ role: 'the same with the key', exchange: withKey.exchange.number }];
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
    // All places at once come first: only where that is let in is it worth asking which of them was.
    const anywhere: Credential = {
      label: 'invalid',
      description: 'the key in query, body, other header fields and cookies, but not in Authorization',
      headers: [...fields.headers, ...cookies.headers],
      ...(query.query === undefined ? {} : { query: query.query }),
    };
    const { combines, operations } = check.plan;
    for (const operation of operations) {
      const related = [await control(check, operation)];
      const credential = combines ? besideItsCookies(check, anywhere) : anywhere;
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
      // All together may be longer than a server reads at all (RFC 6585 section 5): that is no word on any of them.
      if (check.deviations === before && !isOpen && ![414, 431].includes(answer.status)) {
        judgeRefusal(check, operation, anywhere, answer, related);
      }
    }
  });

  requirement('auth/checked-first', async (check) => {
    let isRefusedEarly = false;
    await forExamples(check, { edges: earlyRefusals(check) }, async ({ input, credential, owed }) => {
      const answer = await check.send(input.request(credential));
      if (answer.status === 401) {
        isRefusedEarly = true;
        return;
      }
      // Who is let in with a right request as well is let in by the credential, not by the order of checks.
      const right = await ask(check, input.operation, credential);
      if (judgeRefusal(check.as(owed), input.operation, credential, right, [])) {
        isRefusedEarly = true;
        check.owes(answer, 401, `${input.description} with ${credential.description}`, {
          kind: `${input.name}-status`,
          related: [{ role: 'a right request', exchange: right.exchange.number }],
        });
      }
    });
    if (!isRefusedEarly) {
      throw new Inconclusive(
        'no bad credential returns 401, not even with a right request: see auth/missing-key',
      );
    }
  });

  requirement('auth/revoked-key', async (check) => {
    const { revokedKey } = check.session.options;
    if (revokedKey === null) {
      throw new Skipped('it needs a key that was revoked: give one with --revoked-key');
    }
    const revoked: Credential = {
      ...bearer(revokedKey, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY'),
      description: 'the revoked key',
    };
    for (const operation of check.plan.operations) {
      await refuses(check, operation, revoked);
    }
  });

  requirement('auth/challenge', { needs: (check) => check.list({ limit: 1 }, noCredential) });

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
