import { describe } from 'vitest';
import {
  anyUnknownKey,
  keyElsewhere,
  noCredential,
  notBearer,
  otherSchemeCase,
  unknownKeys,
} from '../src/arbitraries/credentials.ts';
import { crossed } from '../src/arbitraries/crossed.ts';
import { newPetText } from '../src/arbitraries/new-pet.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { Skipped } from '../src/runner/outcome.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import { bearer, type Credential } from '../src/target/api-request.ts';
import type { RelatedExchange } from '../src/verdict/finding.ts';
import type { RequirementId } from './requirements.ts';
import { badInputs } from './shared/bad-inputs.ts';

/** The three operations, each as a request that is right but for the credential it is sent with. */
const operations = ['listPets', 'createPet', 'getPet'] as const;
type OperationName = (typeof operations)[number];

async function ask(check: Check, operation: OperationName, credential: Credential): Promise<Answer> {
  switch (operation) {
    case 'listPets':
      return check.list({ limit: 1 }, credential);
    case 'createPet':
      return check.create(newPetText({ ...check.plainPet() }), credential);
    case 'getPet':
      return check.get(await check.knownId(), credential);
  }
}

/** The same request with the key was not answered 401: so a 401 without it is about the key. */
async function control(check: Check, operation: OperationName): Promise<RelatedExchange> {
  const known = check.session.historyWatch.acceptedExchange(operation);
  if (known !== null) {
    return { role: 'control', exchange: known };
  }
  const answer = await ask(check, operation, check.session.key);
  return { role: 'control', exchange: answer.exchange.number };
}

/** Sends an operation with a credential that must be refused. */
async function refuses(check: Check, operation: OperationName, credential: Credential): Promise<void> {
  const related = [await control(check, operation)];
  const answer = await ask(check, operation, credential);
  if (answer.status !== 401) {
    check.deviation(answer, {
      kind: `${operation}-status-${answer.status}`,
      message: `${operation} with ${credential.description} is answered ${answer.status}`,
      expected: '401 with an Error body',
      related,
    });
  }
}

/** The operations that this run may use: a run that creates nothing leaves createPet out. */
function usable(check: Check): OperationName[] {
  return operations.filter((operation) => operation !== 'createPet' || !check.session.options.readOnly);
}

/** A credential, and the requirement that refuses it whatever it is sent with. */
function owing(owed: RequirementId, credential: Credential | undefined) {
  return credential === undefined ? [] : [{ credential, owed }];
}

describe('auth', () => {
  requirement('auth/missing-key', async (check) => {
    for (const operation of usable(check)) {
      await refuses(check, operation, noCredential);
    }
  });

  requirement('auth/not-bearer', async (check) => {
    const pairs = crossed(usable(check), notBearer(check.session.options.apiKey));
    await forExamples(
      check,
      { edges: pairs, edgeCount: { smoke: 2, normal: 10, thorough: 24 } },
      ([operation, credential]) => refuses(check, operation, credential),
    );
  });

  requirement('auth/unknown-key', async (check) => {
    const key = check.session.options.apiKey;
    const pairs = crossed(usable(check), unknownKeys(key));
    await forExamples(
      check,
      {
        edges: pairs,
        edgeCount: { smoke: 2, normal: 11, thorough: 21 },
        arbitrary: anyUnknownKey(key).map((credential): [OperationName, Credential] => [
          'listPets',
          credential,
        ]),
        generatedCount: { smoke: 0, normal: 1, thorough: 150 },
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
    const everywhere: Credential = {
      label: 'invalid',
      description: 'the key in query, other header fields and cookies, but not in Authorization',
      headers: [...fields.headers, ...cookies.headers],
      ...(query.query === undefined ? {} : { query: query.query }),
    };
    for (const operation of usable(check).slice(0, check.amount({ smoke: 1, normal: 3, thorough: 3 }))) {
      const related = [await control(check, operation)];
      const answer = await ask(check, operation, everywhere);
      if (answer.status === 401) {
        continue;
      }
      const before = check.deviations;
      for (const place of [query, fields, cookies]) {
        await refuses(check, operation, place);
      }
      if (check.deviations === before) {
        check.deviation(answer, {
          kind: `${operation}-status-${answer.status}`,
          message: `${operation} with ${everywhere.description} is answered ${answer.status}`,
          expected: '401 with an Error body',
          related,
        });
      }
    }
  });

  requirement('auth/checked-first', async (check) => {
    const key = check.session.options.apiKey;
    const [bare, basic] = notBearer(key);
    const [invented, prefix, longer, changed] = unknownKeys(key);
    const credentials = [
      ...owing('auth/missing-key', noCredential),
      ...owing('auth/unknown-key', invented),
      ...owing('auth/not-bearer', basic),
      ...owing('auth/unknown-key', prefix),
      ...owing('auth/not-bearer', bare),
      ...owing('auth/unknown-key', longer),
      ...owing('auth/unknown-key', changed),
    ];
    const pairs = crossed(badInputs(check), credentials);
    await forExamples(
      check,
      { edges: pairs, edgeCount: { smoke: 2, normal: 10, thorough: 35 } },
      async ([input, { credential, owed }]) => {
        const answer = await check.send(input.request(credential));
        if (answer.status === 401) {
          return;
        }
        // Who is let in with a right request as well is let in by the credential, not by the order of checks.
        const right = await ask(check, input.operation, credential);
        const isOrder = right.status === 401;
        check.as(isOrder ? 'auth/checked-first' : owed).deviation(isOrder ? answer : right, {
          kind: isOrder
            ? `${input.name}-status-${answer.status}`
            : `${input.operation}-status-${right.status}`,
          message: isOrder
            ? `${input.description} with ${credential.description} is answered ${answer.status}`
            : `${input.operation} with ${credential.description} is answered ${right.status}`,
          expected: isOrder ? '401, whatever else is wrong with the request' : '401 with an Error body',
          related: isOrder ? [{ role: 'a right request', exchange: right.exchange.number }] : [],
        });
      },
    );
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
    for (const operation of usable(check).slice(0, check.amount({ smoke: 1, normal: 3, thorough: 3 }))) {
      await refuses(check, operation, revoked);
    }
  });

  requirement('auth/challenge', async (check) => {
    await check.watchedAfter(() => check.list({ limit: 1 }, noCredential));
  });

  requirement('auth/scheme-case', async (check) => {
    check.notAtSmoke();
    for (const credential of otherSchemeCase(check.session.options.apiKey)) {
      const answer = await check.list({ limit: 1 }, credential);
      check.observe(`${credential.description} is answered ${answer.status}`, answer);
    }
  });

  requirement('auth/valid-key-accepted', async (check) => {
    for (const operation of usable(check)) {
      check.evidence((await control(check, operation)).exchange);
    }
    check.watched();
  });
});
