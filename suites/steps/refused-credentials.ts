import { noCredential, notBearer, unknownKeys } from '../../src/arbitraries/credentials.ts';
import { farIds } from '../../src/arbitraries/int64.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Answer } from '../../src/suite/answer.ts';
import { type Check, type PlainStatus, refusedStatus } from '../../src/suite/check.ts';
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

/** The parameters of a list, and the status of an animal that is created or read. */
interface RequestForm {
  readonly query: ListParameters;
  readonly status: PlainStatus;
}

/** A service may require the key in some forms of an operation only. The first two are those of smoke runs. */
const usualForm: RequestForm = { query: { limit: 1 }, status: refusedStatus };
const requestForms: readonly RequestForm[] = [
  usualForm,
  { query: {}, status: refusedStatus },
  { query: { status: 'available' }, status: 'available' },
  { query: { limit: 2, status: 'sold' }, status: 'sold' },
  { query: { status: 'pending' }, status: 'none' },
];

/** The numbers of the forms of a valid request, from 0. */
export const formNumbers: readonly number[] = [...requestForms.keys()];

/**
 * A request of the operation that is valid except for the credential.
 *
 * @param form the number of its form, which may exceed that of the last one
 */
export async function rightRequest(
  check: Check,
  operation: Operation,
  credential: Credential,
  form = 0,
): Promise<OutgoingRequest> {
  const { query, status } = requestForms[form % requestForms.length] ?? usualForm;
  switch (operation) {
    case 'listPets':
      return listPets(query, credential);
    case 'createPet':
      return createPet(newPetText(check.plainPet(status)), credential);
    case 'getPet':
      return getPet(readId(check, status) ?? (await anyId(check)), credential);
  }
}

/**
 * The id of an animal that was read with the key, if possible in that status: a cache that ignores the key returns it to
 * anyone.
 */
function readId({ history }: Check, status: PlainStatus): bigint | undefined {
  const read = [...history.seen].filter(({ reads, tainted }) => reads.length > 0 && !tainted);
  const [first] = read;
  return (read.find(({ reads }) => reads.at(-1)?.reading.status === status) ?? first)?.id;
}

/** The id of an animal; in a read-only run without animals, an unused id: the key is required for it as well. */
async function anyId(check: Check): Promise<bigint> {
  return check.findsNoAnimal ? farIds.belowZero : await check.knownId();
}

/** Sends a valid request of the operation with a credential. */
export async function ask(
  check: Check,
  operation: Operation,
  credential: Credential,
  form = 0,
): Promise<Answer> {
  return check.send(await rightRequest(check, operation, credential, form));
}

/** Sends an operation with a credential that the service must refuse. */
export async function refuses(
  check: Check,
  operation: Operation,
  credential: Credential,
  form = 0,
): Promise<void> {
  expectRefusal(check, operation, credential, await ask(check, operation, credential, form));
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
  /** The form of a valid request that it resembles. */
  readonly form?: number;
  readonly request: (check: Check, credential: Credential) => OutgoingRequest;
}

function badList(name: string, query: string, form = 0): BadInput {
  const request: BadInput['request'] = (_check, credential) => listPetsByQuery(query, credential);
  return { name, description: `a list with ${query}`, operation: 'listPets', form, request };
}

const filtered = requestForms.findIndex(
  ({ query }) => query.limit === undefined && query.status !== undefined,
);

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
  badList('bad-status', 'status=adopted', filtered),
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
  readonly form: number;
}

/** An operation in one of its forms. */
export type Formed = Pick<Refusal, 'operation' | 'form'>;

/** Each credential at one operation in one of its forms, in turn, beginning with the operation at `first`. */
export function inTurn(
  credentials: readonly Credential[],
  operations: readonly Operation[],
  first = 0,
): Refusal[] {
  return credentials.flatMap((credential, index) => {
    const operation = operations[(index + first) % operations.length];
    const form = Math.floor((index + first) / operations.length);
    return operation === undefined ? [] : [{ operation, credential, form }];
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
