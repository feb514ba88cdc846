import { likelyKeys, noCredential, notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListQuery,
  listPets,
  listPetsByQuery,
} from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import type { RelatedExchange } from '../../src/verdict/finding.ts';
import { type Fault, malformed, sentAs, without } from './invalid-creation.ts';

/** A request of the operation that is valid except for the credential. */
export async function rightRequest(
  check: Check,
  operation: Operation,
  credential: Credential,
  query: ListQuery = { limit: 1 },
): Promise<OutgoingRequest> {
  switch (operation) {
    case 'listPets':
      return listPets(query, credential);
    case 'createPet':
      return createPet(newPetText(check.plainPet(check.refusedStatus)), credential);
    case 'getPet':
      return getPet(readId(check) ?? (await check.knownId()), credential);
  }
}

/** The id of an animal that was read with the key: a cache that ignores the key returns it to anyone. */
function readId({ history }: Check): bigint | undefined {
  return [...history.seen].find(({ reads, tainted }) => reads.length > 0 && !tainted)?.id;
}

/** Sends a valid request of the operation with a credential. */
export async function ask(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential));
}

/** The same operation with the key, which did not return 401. So a 401 without the key is due to the key. */
export async function control(check: Check, operation: Operation): Promise<RelatedExchange> {
  const known = check.session.historyWatch.acceptedExchange(operation);
  const exchange = known ?? (await ask(check, operation, check.session.key)).exchange.number;
  return { role: 'control', exchange };
}

/** Sends an operation with a credential that the service must refuse. */
export async function refuses(check: Check, operation: Operation, credential: Credential): Promise<void> {
  const related = [await control(check, operation)];
  judgeRefusal(check, operation, credential, await ask(check, operation, credential), related);
}

/** Reports a status other than 401, and returns whether it is 401. */
export function judgeRefusal(
  check: Check,
  operation: Operation,
  credential: Credential,
  answer: Answer,
  related: readonly RelatedExchange[],
): boolean {
  const kind = `${operation}-status`;
  return check.expectStatus(answer, 401, `${operation} with ${credential.description}`, { kind, related });
}

/** A request that is invalid with any credential. */
export interface BadInput {
  readonly name: string;
  readonly description: string;
  readonly operation: Operation;
  readonly request: (check: Check, credential: Credential) => OutgoingRequest;
  /** Whether to try it without any key too. */
  readonly isTriedKeyless: boolean;
}

function badList(name: string, query: string, isTriedKeyless = false): BadInput {
  const request: BadInput['request'] = (_check, credential) => listPetsByQuery(query, credential);
  return { name, description: `a list with ${query}`, operation: 'listPets', request, isTriedKeyless };
}

function badCreation(name: string, description: string, fault: Fault, isTriedKeyless = false): BadInput {
  const request: BadInput['request'] = (check, credential) => {
    const { text, contentTypes } = fault(check.plainPet(check.refusedStatus));
    return createPet(text, credential, contentTypes);
  };
  return { name, description: `a creation ${description}`, operation: 'createPet', request, isTriedKeyless };
}

const allBadInputs: readonly BadInput[] = [
  badCreation('invalid-body', 'without a name', without('name'), true),
  badCreation(
    'broken-json',
    'whose JSON is cut off',
    malformed('the closing brace is missing', (valid) => valid.slice(0, -1)),
  ),
  badCreation('other-media-type', 'sent as text/plain', sentAs('text/plain')),
  badList('bad-limit', 'limit=abc', true),
  badList('bad-status', 'status=adopted'),
  badList('limit-out-of-range', 'limit=0'),
  {
    name: 'unknown-pet',
    description: 'reading an animal that does not exist',
    operation: 'getPet',
    // A router whose pattern for ids matches only digits returns 404 for a negative id before any check of the key.
    request: (_check, credential) => getPet(-8_070_450_532_247_928_832n, credential),
    isTriedKeyless: false,
  },
];

/** One bad input of each kind; without creations in a read-only run. */
export function badInputs(check: Check): readonly BadInput[] {
  return allBadInputs.filter(({ operation }) => check.plan.operations.includes(operation));
}

/** An operation and a credential that it must refuse, perhaps with a bad input: then the key must be checked first. */
export interface Refusal {
  readonly operation: Operation;
  readonly credential: Credential;
  readonly input: BadInput | null;
}

interface Credentials {
  readonly make: (key: string) => readonly Credential[];
  /** The same, the most effective first. */
  readonly likely: (key: string) => readonly Credential[];
  /** The number of credentials to try at every operation, because each operation may authenticate differently. */
  readonly everywhere: number;
  /** Where to try the first ones if the run tries each once. */
  readonly places: readonly (readonly [Operation, input?: string])[];
}

const credentials: Readonly<Record<'auth/not-bearer' | 'auth/unknown-key', Credentials>> = {
  'auth/not-bearer': {
    make: notBearer,
    likely: notBearer,
    everywhere: 3,
    places: [
      ['getPet'],
      ['createPet', 'other-media-type'],
      ['listPets', 'bad-status'],
      ['createPet', 'broken-json'],
    ],
  },
  'auth/unknown-key': {
    make: unknownKeys,
    likely: likelyKeys,
    everywhere: 4,
    places: [
      ['createPet'],
      ['getPet', 'unknown-pet'],
      ['createPet', 'invalid-body'],
      ['listPets', 'limit-out-of-range'],
    ],
  },
};

/**
 * Credentials distributed over the operations of this run. If it selects auth/checked-first, some of the requests also
 * have a bad input: a status other than 401 shows that the service accepts the credential or checks the input first.
 */
export function refusalsOf(check: Check, requirement: keyof typeof credentials): readonly Refusal[] {
  const { make, likely, everywhere, places } = credentials[requirement];
  const { apiKey } = check.options;
  const { operations, strength } = check.plan;
  const inputs = check.isSelected('auth/checked-first') ? badInputs(check) : [];
  switch (strength) {
    case 1:
      return atPlaces(places, likely(apiKey), operations, inputs);
    case 2:
      return covering(make(apiKey), everywhere, operations, inputs);
    case 3:
      return make(apiKey).flatMap((credential) => [
        ...operations.map((operation) => ({ operation, credential, input: null })),
        ...inputs.map((input) => ({ operation: input.operation, credential, input })),
      ]);
  }
}

/** One credential per place. */
export function atPlaces(
  places: Credentials['places'],
  some: readonly Credential[],
  operations: readonly Operation[],
  inputs: readonly BadInput[],
): Refusal[] {
  return places
    .filter(([operation]) => operations.includes(operation))
    .slice(0, some.length)
    .flatMap(([operation, wanted], index) => {
      const input = inputs.find(({ name }) => name === wanted) ?? null;
      return some.slice(index, index + 1).map((credential) => ({ operation, credential, input }));
    });
}

/** The first credentials at every operation, the others at one each; and each bad input once, from the last ones on. */
export function covering(
  some: readonly Credential[],
  everywhere: number,
  operations: readonly Operation[],
  inputs: readonly BadInput[],
): Refusal[] {
  const pairs = operations.flatMap((_operation, round) =>
    some.slice(0, round === 0 ? some.length : everywhere).flatMap((credential, index) => {
      const operation = operations[(index + round) % operations.length];
      return operation === undefined ? [] : [{ operation, credential }];
    }),
  );
  const waiting = [...inputs];
  return pairs
    .toReversed()
    .map((pair) => {
      const place = waiting.findIndex(({ operation }) => operation === pair.operation);
      return { ...pair, input: place === -1 ? null : (waiting.splice(place, 1)[0] ?? null) };
    })
    .toReversed();
}

/** A bad input with a bad credential, which `refusedBy` refuses in any request. */
export interface EarlyRefusal {
  readonly input: BadInput;
  readonly credential: Credential;
  readonly refusedBy: 'auth/missing-key' | keyof typeof credentials;
}

/** All bad inputs with bad credentials. */
export function earlyRefusals(check: Check): EarlyRefusal[] {
  const { strength } = check.plan;
  const keyless = badInputs(check).filter(
    ({ isTriedKeyless }) => strength === 3 || (strength === 2 && isTriedKeyless),
  );
  return [
    ...keyless.map((input) => ({ input, credential: noCredential, refusedBy: 'auth/missing-key' as const })),
    ...(['auth/unknown-key', 'auth/not-bearer'] as const).flatMap((refusedBy) =>
      refusalsOf(check, refusedBy).flatMap(({ input, credential }) =>
        input === null ? [] : [{ input, credential, refusedBy }],
      ),
    ),
  ];
}
