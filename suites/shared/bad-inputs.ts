import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/runner/check.ts';
import { type Credential, createPet, getPet, listPetsByQuery } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';
import { without } from './invalid-creation.ts';

/** A request that is invalid with any credential. */
export interface BadInput {
  readonly name: string;
  readonly description: string;
  readonly operation: Operation;
  /** Whether to try it without any key too. */
  readonly showsOrder: boolean;
  readonly request: (credential: Credential) => OutgoingRequest;
}

type InputOptions = Partial<Pick<BadInput, 'showsOrder'>>;

function list(name: string, query: string, { showsOrder = false }: InputOptions = {}): BadInput {
  const request = (credential: Credential) => listPetsByQuery(query, credential);
  return { name, description: `a list with ${query}`, operation: 'listPets', showsOrder, request };
}

const unknownPet: BadInput = {
  name: 'unknown-pet',
  description: 'reading an animal that does not exist',
  operation: 'getPet',
  showsOrder: false,
  // A router whose pattern for ids matches only digits returns 404 for a negative id before any check of the key.
  request: (credential) => getPet(-8_070_450_532_247_928_832n, credential),
};

/** One bad input of each kind; without creations in a read-only run. */
export function badInputs(check: Check): BadInput[] {
  const creation = (
    name: string,
    description: string,
    text: (pet: NewPet) => string,
    { showsOrder = false, ...other }: InputOptions & { readonly contentTypes?: readonly string[] } = {},
  ): BadInput => ({
    name,
    description: `a creation ${description}`,
    operation: 'createPet',
    showsOrder,
    request: (credential) =>
      createPet(text(check.plainPet(check.refusedStatus)), credential, other.contentTypes),
  });
  const creations = [
    creation('invalid-body', 'without a name', (pet) => without('name')(pet).text, { showsOrder: true }),
    creation('broken-json', 'whose JSON is cut off', (pet) => newPetText(pet).slice(0, -1)),
    creation('other-media-type', 'sent as text/plain', newPetText, { contentTypes: ['text/plain'] }),
  ];
  return [
    ...(check.session.options.readOnly ? [] : creations),
    list('bad-limit', 'limit=abc', { showsOrder: true }),
    list('bad-status', 'status=adopted'),
    list('limit-out-of-range', 'limit=0'),
    unknownPet,
  ];
}
