import {
  anyUnknownKey,
  noCredential,
  notBearer,
  otherSchemeCase,
  unknownKeys,
} from '../src/arbitraries/credentials.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import type { Check } from '../src/suite/check.ts';
import { assume, OfAnotherRequirement, Skipped } from '../src/suite/outcome.ts';
import type { RunOptions } from '../src/suite/run-options.ts';
import { rule, type Suite, table } from '../src/suite/suite.ts';
import { bearer, type Credential, listPets } from '../src/target/api-request.ts';
import { isNoWayIn, isNoWayInWithSlash, keylessRequests } from './cases/keyless-requests.ts';
import { wrongForms, wrongTokens } from './cases/near-credentials.ts';
import { accepting, compressed } from './steps/as-others-send.ts';
import { isReadFromHeaderOnly } from './steps/key-elsewhere.ts';
import { operationsOf } from './steps/operations.ts';
import {
  ask,
  type EarlyRefusal,
  earlyRefusals,
  expectRefusal,
  type Formed,
  formNumbers,
  inTurn,
  type Refusal,
  refuses,
  rightRequest,
} from './steps/refused-credentials.ts';

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

/** A request without a key, which must be refused. */
interface Keyless {
  readonly operation: Operation;
  readonly send: (check: Check) => Promise<void>;
}

function plainly({ operation, form }: Formed): Keyless {
  return {
    operation,
    send: async (check) => {
      const request = await rightRequest(check, operation, noCredential, form);
      const answer = await check.send(accepting(request, operation === 'listPets' ? null : '*/*'));
      expectRefusal(check, operation, noCredential, answer);
    },
  };
}

/** A cache whose entries do not depend on the key would return the list that it has just stored. */
async function rightAfterTheKey(check: Check): Promise<void> {
  const query = { limit: 20, status: 'sold' };
  const withKey = await check.list(query);
  const related = [{ role: 'the same request with the key', exchange: withKey.exchange.number }];
  const request = accepting(compressed(listPets(query, noCredential)), null);
  expectRefusal(check, 'listPets', noCredential, await check.send(request), related);
}

function keylessCases(options: RunOptions): readonly Keyless[] {
  const operations = operationsOf(options);
  const usual = formed(operations, [1]).map(plainly);
  return [
    ...usual.slice(0, 1),
    { operation: 'listPets', send: rightAfterTheKey },
    ...usual.slice(1),
    ...operations.map(
      (operation): Keyless => ({ operation, send: (check) => cookiesAreNoKey(check, operation) }),
    ),
    ...formed(operations, [2, 3, 4]).map(plainly),
    ...operations.flatMap((operation): Keyless[] =>
      operation === 'listPets' ? [] : [{ operation, send: (check) => isNoWayInWithSlash(check, operation) }],
    ),
    ...keylessRequests.map(
      (request): Keyless => ({ operation: 'listPets', send: (check) => isNoWayIn(check, request) }),
    ),
  ];
}

/** Every operation in each form. */
function formed(operations: readonly Operation[], forms: readonly number[]): Formed[] {
  return forms.flatMap((form) => operations.map((operation) => ({ operation, form })));
}

/** How many of the credentials are tried at every operation first, because each may authenticate differently. */
const everywhere = 3;
/** How many of the less likely ones are tried at two. */
const twice = 13;

function refusals(
  options: RunOptions,
  usual: readonly Credential[],
  others: readonly Credential[],
): readonly Refusal[] {
  const operations = operationsOf(options);
  const likeliest = usual.slice(0, everywhere);
  return [
    ...inTurn(usual, operations, 1),
    ...[2, 3].flatMap((first) => inTurn(likeliest, operations, first)),
    ...inTurn(others, operations),
    ...inTurn(others.slice(0, twice), operations, 1),
    ...[2, 3].flatMap((first) => inTurn(usual.slice(everywhere), operations, first)),
    ...likeliest.flatMap((credential) =>
      formed(['listPets'], formNumbers.slice(1)).map((one) => ({ ...one, credential })),
    ),
  ];
}

function made(makers: readonly ((key: string) => Credential | null)[], { apiKey }: RunOptions): Credential[] {
  return makers.flatMap((make) => make(apiKey) ?? []);
}

function isRefused(check: Check, { operation, credential, form }: Refusal): Promise<void> {
  return refuses(check, operation, credential, form);
}

/** A bad input with a credential that the service refuses in a valid request: the order of the checks shows. */
async function isCheckedFirst(check: Check, { input, credential, refusedBy }: EarlyRefusal): Promise<void> {
  const answer = await check.send(input.request(check, credential));
  if (answer.status === 401) {
    return;
  }
  const right = await ask(check, input.operation, credential, input.form);
  assume(
    right.status === 401,
    `${input.operation} with ${credential.description} returned ${right.status}: see ${refusedBy}`,
    OfAnotherRequirement,
  );
  check.expectStatus(answer, 401, `${input.description} with ${credential.description}`, {
    kind: `${input.name}-status`,
    related: [{ role: 'a valid request with the credential', exchange: right.exchange.number }],
  });
}

/** What the tables of refused credentials have in common. */
const refusing = {
  smoke: true,
  isKeyless: true,
  control: ({ operation }: { readonly operation: Operation }): Operation => operation,
} as const;

export const auth: Suite = {
  'auth/missing-key': table<Keyless>({
    ...refusing,
    cases: keylessCases,
    test: (check, { send }) => send(check),
  }),

  'auth/not-bearer': table<Refusal>({
    ...refusing,
    cases: (options) => refusals(options, notBearer(options.apiKey), made(wrongForms, options)),
    test: isRefused,
  }),

  'auth/unknown-key': table<Refusal>({
    ...refusing,
    cases: (options) => refusals(options, unknownKeys(options.apiKey), made(wrongTokens, options)),
    generated: (check) =>
      anyUnknownKey(check.options.apiKey).map(
        (credential): Refusal => ({ operation: 'listPets', credential, form: 0 }),
      ),
    test: isRefused,
  }),

  'auth/header-only': table<Formed>({
    smoke: true,
    control: ({ operation }) => operation,
    // Lists first: the first case of auth/missing-key is another operation.
    cases: (options) => [
      ...formed(operationsOf(options).toReversed(), [0]),
      ...formed(['listPets'], formNumbers.slice(1)),
    ],
    test: isReadFromHeaderOnly,
  }),

  'auth/checked-first': table<EarlyRefusal>({
    ...refusing,
    control: ({ input }) => input.operation,
    cases: earlyRefusals,
    test: isCheckedFirst,
  }),

  'auth/revoked-key': table<Operation>({
    smoke: true,
    control: (operation) => operation,
    cases: (options) => operationsOf(options),
    test: async (check, operation) => {
      const { revokedKey } = check.options;
      if (revokedKey === null) {
        throw new Skipped('pass `--revoked-key KEY` to test this');
      }
      const revoked: Credential = {
        ...bearer(revokedKey, 'revoked-key', '$ANIMAL_STORE_REVOKED_KEY'),
        description: 'the revoked key',
      };
      await refuses(check, operation, revoked);
    },
  }),

  'auth/challenge': rule(),

  'auth/scheme-case': table({
    cases: ({ apiKey }) => otherSchemeCase(apiKey),
    test: async (check, credential) => {
      // On a reused connection an accepted credential would be sent again.
      const answer = await check.send(listPets({ limit: 1 }, credential), true);
      check.observe(`${credential.description} returned ${answer.status}`, answer);
    },
  }),

  'auth/valid-key-accepted': rule(),
};
