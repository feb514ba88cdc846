import { describe } from 'vitest';
import {
  anyUnknownKey,
  keyElsewhere,
  noCredential,
  notBearer,
  otherSchemeCase,
  tellingKeys,
  unknownKeys,
} from '../src/arbitraries/credentials.ts';
import { newPetText } from '../src/arbitraries/new-pet.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { forExamples } from '../src/runner/examples.ts';
import { Skipped } from '../src/runner/outcome.ts';
import { requirement } from '../src/runner/requirement-test.ts';
import {
  bearer,
  type Credential,
  createPet,
  getPet,
  type ListQuery,
  listPets,
} from '../src/target/api-request.ts';
import type { OutgoingRequest } from '../src/target/target.ts';
import type { RelatedExchange } from '../src/verdict/finding.ts';
import type { RequirementId } from './requirements.ts';
import { accepting } from './shared/as-others-send.ts';
import { type BadInput, badInputs } from './shared/bad-inputs.ts';
import { type EarlyRefusal, type Place, refusalsOf } from './shared/refused-credentials.ts';

/** The three operations, each as a request that is right but for the credential it is sent with. */
const operations = ['listPets', 'createPet', 'getPet'] as const;

/** How many ways to miss the bearer form, and how many near misses of a key, every operation is tried with. */
const everywhere = { notBearer: 3, unknown: 4 } as const;

async function rightRequest(
  check: Check,
  operation: Operation,
  credential: Credential,
  query: ListQuery = { limit: 1 },
): Promise<OutgoingRequest> {
  switch (operation) {
    case 'listPets':
      return listPets(query, credential);
    case 'createPet':
      check.refuseInReadOnlyRuns();
      return createPet(newPetText({ ...check.plainPet(check.refusedStatus) }), credential);
    case 'getPet':
      return getPet(await check.knownId(), credential);
  }
}

async function ask(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential));
}

/** The same request with the key was not answered 401: so a 401 without it is about the key. */
async function control(check: Check, operation: Operation): Promise<RelatedExchange> {
  const known = check.session.historyWatch.acceptedExchange(operation);
  if (known !== null) {
    return { role: 'control', exchange: known };
  }
  const answer = await ask(check, operation, check.session.key);
  return { role: 'control', exchange: answer.exchange.number };
}

/** Sends an operation with a credential that must be refused. */
async function refuses(check: Check, operation: Operation, credential: Credential): Promise<void> {
  const related = [await control(check, operation)];
  judgeRefusal(check, operation, credential, await ask(check, operation, credential), related);
}

function judgeRefusal(
  check: Check,
  operation: Operation,
  credential: Credential,
  answer: Answer,
  related: readonly RelatedExchange[],
): void {
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
function usable(check: Check): Operation[] {
  return operations.filter((operation) => operation !== 'createPet' || !check.session.options.readOnly);
}

/** Where a run of effort `smoke` tries the first ways to miss the bearer form, and the first unknown keys. */
const placesAtSmoke: Readonly<Record<'notBearer' | 'unknown', readonly Place[]>> = {
  notBearer: [
    { operation: 'getPet' },
    { operation: 'createPet', input: 'other-media-type' },
    { operation: 'listPets' },
    { operation: 'createPet', input: 'broken-json' },
  ],
  unknown: [
    { operation: 'createPet' },
    { operation: 'getPet', input: 'unknown-pet' },
    { operation: 'createPet', input: 'invalid-body' },
    { operation: 'listPets', input: 'bad-limit' },
    { operation: 'listPets', input: 'bad-status' },
    { operation: 'listPets', input: 'limit-out-of-range' },
    { operation: 'listPets' },
  ],
};

function refusedAsNotBearer(check: Check) {
  const credentials = notBearer(check.session.options.apiKey);
  const places = placesAtSmoke.notBearer;
  return refusalsOf(check, usable(check), credentials, everywhere.notBearer, badInputs(check), places);
}

function refusedAsUnknown(check: Check) {
  const { apiKey, effort } = check.session.options;
  const credentials = effort === 'smoke' ? tellingKeys(apiKey) : unknownKeys(apiKey);
  const places = placesAtSmoke.unknown;
  return refusalsOf(check, usable(check), credentials, everywhere.unknown, badInputs(check), places);
}

/** A request that is wrong besides, and the requirement that refuses its credential whatever it is sent with. */
interface Early {
  readonly input: BadInput;
  readonly credential: Credential;
  readonly owed: RequirementId;
}

function owing(owed: RequirementId, pairs: readonly EarlyRefusal[]): Early[] {
  return pairs.map(([input, credential]) => ({ input, credential, owed }));
}

/** Bad inputs with credentials of every kind, of each kind one in turn. */
function earlyRefusals(check: Check): Early[] {
  const inputs = badInputs(check);
  const isThorough = check.session.options.effort === 'thorough';
  const isSmoke = check.session.options.effort === 'smoke';
  const withoutKey = isThorough ? inputs : inputs.filter(({ showsOrder }) => showsOrder && !isSmoke);
  const kinds = [
    owing(
      'auth/missing-key',
      withoutKey.map((input): EarlyRefusal => [input, noCredential]),
    ),
    owing('auth/unknown-key', refusedAsUnknown(check).early),
    owing('auth/not-bearer', refusedAsNotBearer(check).early),
  ];
  const longest = Math.max(...kinds.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind[index] ?? [])).flat();
}

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

/**
 * The credential as a run of effort `smoke` sends it: with the cookies that the service has set in front of its own,
 * and where an animal is read by the address that the key has just read, for which a cache may have the answer.
 */
function atSmoke(check: Check, operation: Operation, credential: Credential): Credential {
  const cookies = serviceCookies(check);
  const { query, headers, ...others } = credential;
  return {
    ...others,
    ...(query === undefined || operation === 'getPet' ? {} : { query }),
    headers: headers.map((field) =>
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

/**
 * The operations that are asked without any credential. At effort `smoke` one filtered list is enough of lists, and
 * auth/header-only asks the other operations, with the key in all places but the right one: whoever needs no key at
 * all lets that in as well.
 */
function askedWithoutKey(check: Check): Operation[] {
  const { effort, selected } = check.session.options;
  if (effort !== 'smoke') {
    return usable(check);
  }
  return selected.includes('auth/header-only') ? [] : usable(check).filter((each) => each !== 'listPets');
}

/** Whether a request that came through with the key in the wrong places comes through without it as well. */
async function needsNoKey(check: Check, operation: Operation): Promise<boolean> {
  const missing = check.as('auth/missing-key');
  const related = [await control(check, operation)];
  judgeRefusal(
    missing,
    operation,
    noCredential,
    await missing.send(await rightRequest(check, operation, noCredential)),
    related,
  );
  await cookiesAreNoKey(missing);
  return missing.deviations > 0;
}

describe('auth', () => {
  requirement('auth/missing-key', async (check) => {
    const isSmoke = check.session.options.effort === 'smoke';
    for (const operation of askedWithoutKey(check)) {
      const related = [await control(check, operation)];
      const request = accepting(
        await rightRequest(check, operation, noCredential, {}),
        operation === 'listPets' ? null : '*/*',
      );
      judgeRefusal(check, operation, noCredential, await check.send(request), related);
    }
    // A cache that knows no keys would have the answer that the key has just brought. At effort smoke this comes
    // before the run has added a sold animal: what an empty list looks like can be seen now or never.
    const query = { status: isSmoke ? 'sold' : 'available' };
    const withKey = await check.list(query);
    const related = [{ role: 'the same with the key', exchange: withKey.exchange.number }];
    const request = listPets(query, noCredential);
    const without = await check.send(isSmoke ? accepting(request, null) : request);
    judgeRefusal(check, 'listPets', noCredential, without, related);
    if (!isSmoke) {
      await cookiesAreNoKey(check);
    }
  });

  requirement('auth/not-bearer', async (check) => {
    await forExamples(check, { edges: refusedAsNotBearer(check).right }, ([operation, credential]) =>
      refuses(check, operation, credential),
    );
  });

  requirement('auth/unknown-key', async (check) => {
    await forExamples(
      check,
      {
        edges: refusedAsUnknown(check).right,
        arbitrary: anyUnknownKey(check.session.options.apiKey).map(
          (credential): readonly [Operation, Credential] => ['listPets', credential],
        ),
        generatedCount: { smoke: 0, normal: 0, thorough: 150 },
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
    const isSmoke = check.session.options.effort === 'smoke';
    for (const operation of usable(check).filter((each) => !isSmoke || each !== 'listPets')) {
      const related = [await control(check, operation)];
      const credential = isSmoke ? atSmoke(check, operation, anywhere) : anywhere;
      const answer = await askWithKeyInBody(check, operation, credential);
      if (answer.status === 401) {
        continue;
      }
      const isOpen = isSmoke && (await needsNoKey(check, operation));
      const before = check.deviations;
      for (const place of [query, fields, cookies]) {
        await refuses(check, operation, place);
      }
      const inBody = await askWithKeyInBody(check, operation, keyInBody);
      judgeRefusal(check, operation, keyInBody, inBody, related);
      if (check.deviations === before && !isOpen) {
        check.deviation(answer, {
          kind: `${operation}-status-${answer.status}`,
          message: `${operation} with ${anywhere.description} is answered ${answer.status}`,
          expected: '401 with an Error body',
          related,
        });
      }
    }
  });

  requirement('auth/checked-first', async (check) => {
    await forExamples(
      check,
      { edges: earlyRefusals(check), edgeCount: { smoke: 100, normal: 100, thorough: 200 } },
      async ({ input, credential, owed }) => {
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
    const isSmoke = check.session.options.effort === 'smoke';
    for (const operation of isSmoke ? (['getPet'] as const) : usable(check)) {
      await refuses(check, operation, revoked);
    }
  });

  requirement('auth/challenge', async (check) => {
    await check.watchedAfter(() => check.list({ limit: 1 }, noCredential));
  });

  requirement('auth/scheme-case', async (check) => {
    check.notAtSmoke();
    const credentials = otherSchemeCase(check.session.options.apiKey);
    for (const credential of credentials.slice(0, check.amount({ smoke: 0, normal: 1, thorough: 2 }))) {
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
