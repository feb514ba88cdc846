import { withoutName } from '../../src/arbitraries/broken-body.ts';
import { newPetText } from '../../src/arbitraries/new-pet.ts';
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

/** One bad input of each kind; creations among them only where the run may create. */
export function badInputs(check: Check): BadInput[] {
  const inputs: BadInput[] = [
    {
      name: 'bad-limit',
      description: 'a list with limit=abc',
      operation: 'listPets',
      showsOrder: true,
      request: (credential) => listPetsByQuery('limit=abc', credential),
    },
    {
      name: 'bad-status',
      description: 'a list with status=adopted',
      operation: 'listPets',
      showsOrder: false,
      request: (credential) => listPetsByQuery('status=adopted', credential),
    },
    {
      name: 'limit-out-of-range',
      description: 'a list with limit=0',
      operation: 'listPets',
      showsOrder: false,
      request: (credential) => listPetsByQuery('limit=0', credential),
    },
    {
      name: 'unknown-pet',
      description: 'reading an animal that does not exist',
      operation: 'getPet',
      showsOrder: false,
      // Routes for digits alone have none for a negative id, and answer before anything else does.
      request: (credential) => getPet(-8_070_450_532_247_928_832n, credential),
    },
  ];
  if (check.session.options.readOnly) {
    return inputs;
  }
  return [
    {
      name: 'invalid-body',
      description: 'a creation without a name',
      operation: 'createPet',
      showsOrder: true,
      request: (credential) => createPet(withoutName(check.plainPet(check.refusedStatus)).text, credential),
    },
    {
      name: 'broken-json',
      description: 'a creation whose JSON is cut off',
      operation: 'createPet',
      showsOrder: false,
      request: (credential) =>
        createPet(newPetText(check.plainPet(check.refusedStatus)).slice(0, -1), credential),
    },
    {
      name: 'other-media-type',
      description: 'a creation sent as text/plain',
      operation: 'createPet',
      showsOrder: false,
      request: (credential) =>
        createPet(newPetText(check.plainPet(check.refusedStatus)), credential, ['text/plain']),
    },
    ...inputs,
  ];
}
