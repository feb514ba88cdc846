import { noCredential, notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import { farIds } from '../../src/arbitraries/int64.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Answer } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import type { RunOptions } from '../../src/suite/run-options.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListParameters,
  listPets,
  listPetsByQuery,
} from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import type { RelatedExchange } from '../../src/verdict/finding.ts';
import {
  bodyIs,
  categoryIs,
  type Fault,
  malformed,
  sentAs,
  statusIs,
  without,
} from '../cases/invalid-creation.ts';
import { operationsOf } from './operations.ts';

/** A request of the operation that is valid except for the credential. */
export async function rightRequest(
  check: Check,
  operation: Operation,
  credential: Credential,
  query: ListParameters = { limit: 1 },
): Promise<OutgoingRequest> {
  switch (operation) {
    case 'listPets':
      return listPets(query, credential);
    case 'createPet':
      return createPet(newPetText(check.plainPet(refusedStatus)), credential);
    case 'getPet':
      return getPet(readId(check) ?? (await anyId(check)), credential);
  }
}

/** The id of an animal that was read with the key: a cache that ignores the key returns it to anyone. */
function readId({ history }: Check): bigint | undefined {
  return [...history.seen].find(({ reads, tainted }) => reads.length > 0 && !tainted)?.id;
}

/** The id of an animal; in a read-only run without animals, an unused id: the key is required for it as well. */
async function anyId(check: Check): Promise<bigint> {
  return check.findsNoAnimal ? farIds.belowZero : await check.knownId();
}

/** Sends a valid request of the operation with a credential. */
export async function ask(check: Check, operation: Operation, credential: Credential): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential));
}

/** Sends an operation with a credential that the service must refuse. */
export async function refuses(check: Check, operation: Operation, credential: Credential): Promise<void> {
  expectRefusal(check, operation, credential, await ask(check, operation, credential));
}

/** @throws {Violation} for a status other than 401. */
export function expectRefusal(
  check: Check,
  operation: Operation,
  { description }: Credential,
  answer: Answer,
  related: readonly RelatedExchange[] = [],
): void {
  const kind = `${operation}-status`;
  check.expectStatus(answer, 401, `${operation} with ${description}`, { kind, related });
}

/** A request that is invalid with any credential. */
export interface BadInput {
  readonly name: string;
  readonly description: string;
  readonly operation: Operation;
  readonly request: (check: Check, credential: Credential) => OutgoingRequest;
}

function badList(name: string, query: string): BadInput {
  const request: BadInput['request'] = (_check, credential) => listPetsByQuery(query, credential);
  return { name, description: `a list with ${query}`, operation: 'listPets', request };
}

function badCreation(name: string, description: string, fault: Fault): BadInput {
  const request: BadInput['request'] = (check, credential) => {
    const { text, contentTypes } = fault(check.plainPet(refusedStatus));
    return createPet(text, credential, contentTypes);
  };
  return { name, description: `a creation ${description}`, operation: 'createPet', request };
}

/** One of each kind. */
const badInputs: readonly BadInput[] = [
  badCreation('invalid-body', 'without a name', without('name')),
  badCreation(
    'broken-json',
    'whose JSON is cut off',
    malformed('the closing brace is missing', (valid) => valid.slice(0, -1)),
  ),
  badCreation('other-media-type', 'sent as text/plain', sentAs('text/plain')),
  badList('bad-limit', 'limit=abc'),
  badList('bad-status', 'status=adopted'),
  badList('limit-out-of-range', 'limit=0'),
  {
    name: 'unknown-pet',
    description: 'reading an animal that does not exist',
    operation: 'getPet',
    request: (_check, credential) => getPet(farIds.belowZero, credential),
  },
  badCreation('wrong-type', 'whose categoryId is a word', categoryIs('a word', '"cats"')),
  badCreation(
    'empty-body',
    'without a body',
    malformed('the body is empty', () => ''),
  ),
  badCreation(
    'other-status',
    'with an unknown status',
    statusIs('a word that the document does not list', '"adopted"'),
  ),
  badCreation(
    'no-object',
    'whose body is null',
    bodyIs('null', () => 'null'),
  ),
  badCreation('no-media-type', 'without a Content-Type', sentAs(null)),
];

/** An operation, and a credential that it must refuse. */
export interface Refusal {
  readonly operation: Operation;
  readonly credential: Credential;
}

/** Each credential at one operation, in turn, beginning with the one at `first`. */
export function inTurn(
  credentials: readonly Credential[],
  operations: readonly Operation[],
  first = 0,
): Refusal[] {
  return credentials.flatMap((credential, index) => {
    const operation = operations[(index + first) % operations.length];
    return operation === undefined ? [] : [{ operation, credential }];
  });
}

/** A bad input with a bad credential, which `refusedBy` refuses in any request. */
export interface EarlyRefusal {
  readonly input: BadInput;
  readonly credential: Credential;
  readonly refusedBy: 'auth/missing-key' | 'auth/not-bearer' | 'auth/unknown-key';
}

/** Every bad input with a credential of each kind, beginning with one of them each. */
export function earlyRefusals(options: RunOptions): EarlyRefusal[] {
  const { apiKey } = options;
  const operations = operationsOf(options);
  const inputs = badInputs.filter(({ operation }) => operations.includes(operation));
  const kinds = [
    { refusedBy: 'auth/unknown-key', credentials: unknownKeys(apiKey) },
    { refusedBy: 'auth/missing-key', credentials: [noCredential] },
    { refusedBy: 'auth/not-bearer', credentials: notBearer(apiKey) },
  ] as const;
  return kinds.flatMap((_, round) =>
    inputs.flatMap((input, index) => {
      const { refusedBy, credentials } = kinds[(index + round) % kinds.length] ?? kinds[0];
      const credential = credentials[index % credentials.length];
      return credential === undefined ? [] : [{ input, credential, refusedBy }];
    }),
  );
}
