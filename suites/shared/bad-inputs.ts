import { withoutName } from '../../src/arbitraries/broken-body.ts';
import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Operation } from '../../src/exchange/exchange.ts';
import type { Check } from '../../src/runner/check.ts';
import { type Credential, createPet, getPet, listPetsByQuery } from '../../src/target/api-request.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';

/** A request that is wrong in itself, whoever sends it. */
export interface BadInput {
  readonly name: string;
  readonly description: string;
  /** The operation that it asks for. */
  readonly operation: Operation;
  /** Whether it is among those that are tried without any key, too. */
  readonly showsOrder: boolean;
  readonly request: (credential: Credential) => OutgoingRequest;
}

type Rest = Partial<Pick<BadInput, 'showsOrder'>>;

function list(name: string, query: string, { showsOrder = false }: Rest = {}): BadInput {
  const request = (credential: Credential) => listPetsByQuery(query, credential);
  return { name, description: `a list with ${query}`, operation: 'listPets', showsOrder, request };
}

const unknownPet: BadInput = {
  name: 'unknown-pet',
  description: 'reading an animal that does not exist',
  operation: 'getPet',
  showsOrder: false,
  // Routes for digits alone have none for a negative id, and answer before anything else does.
  request: (credential) => getPet(-8_070_450_532_247_928_832n, credential),
};

/** One bad input of each kind; creations among them only where the run may create. */
export function badInputs(check: Check): BadInput[] {
  const creation = (
    name: string,
    description: string,
    text: (pet: NewPet) => string,
    { showsOrder = false, ...other }: Rest & { readonly contentTypes?: readonly string[] } = {},
  ): BadInput => ({
    name,
    description: `a creation ${description}`,
    operation: 'createPet',
    showsOrder,
    request: (credential) =>
      createPet(text(check.plainPet(check.refusedStatus)), credential, other.contentTypes),
  });
  const creations = [
    creation('invalid-body', 'without a name', (pet) => withoutName(pet).text, { showsOrder: true }),
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
