import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Operation } from '../exchange/exchange.ts';
import { type Credential, createPet, getPet, type ListQuery, listPets } from '../target/api-request.ts';
import { type LoadRequest, loadRequest } from './load-engine.ts';
import { type Mix, sharesOf } from './load-plan.ts';

/** The requests of a load. */
export interface TrafficParts {
  readonly mix: Mix;
  readonly credential: Credential;
  /** Animals that exist; without any, lists take the place of readings by id. */
  readonly ids: readonly bigint[];
  /** A category that works. */
  readonly category: bigint;
  /** A tag that no other creation of the run has. */
  readonly nextTag: () => string;
  readonly random: () => number;
}

/** Creations that differ; sent again and again, as a service has to take equal ones too. */
const differentCreations = 200;
/** Animals that are read by id. */
const mostIds = 500;

const lists: readonly ListQuery[] = [
  {},
  { limit: 10 },
  { limit: 20, status: 'available' },
  { limit: 50 },
  { status: 'sold' },
  { limit: 5, status: 'pending' },
];

/** The requests of a load, chosen at random by the weights of its mix. */
export class Traffic {
  readonly #choices: readonly { readonly upTo: number; readonly requests: readonly LoadRequest[] }[];
  readonly #random: () => number;

  constructor(parts: TrafficParts) {
    this.#random = parts.random;
    let upTo = 0;
    const choices: { upTo: number; requests: readonly LoadRequest[] }[] = [];
    for (const [operation, share] of sharesOf(parts.mix)) {
      if (share > 0) {
        upTo += share;
        choices.push({ upTo, requests: requestsOf(operation, parts) });
      }
    }
    this.#choices = choices;
  }

  next(): LoadRequest {
    const drawn = this.#random();
    const choice = this.#choices.find(({ upTo }) => drawn < upTo) ?? this.#choices.at(-1);
    const requests = choice?.requests ?? [];
    const request = requests[Math.floor(this.#random() * requests.length)];
    if (request === undefined) {
      throw new Error('a load needs an operation with a weight above 0');
    }
    return request;
  }
}

function requestsOf(operation: Operation, parts: TrafficParts): readonly LoadRequest[] {
  const { credential, ids, category, nextTag } = parts;
  switch (operation) {
    case 'getPet':
      return ids.length === 0
        ? requestsOf('listPets', parts)
        : ids.slice(0, mostIds).map((id) => loadRequest('getPet', getPet(id, credential)));
    case 'createPet':
      return Array.from({ length: differentCreations }, (_, index) => {
        const tag = nextTag();
        const body = newPetText(newPet(`Rex ${tag}`, category, petStatuses[index % petStatuses.length]));
        return loadRequest('createPet', createPet(body, credential), tag);
      });
    case 'listPets':
      return lists.map((query) => loadRequest('listPets', listPets(query, credential)));
  }
}
