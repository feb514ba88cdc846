import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Operation } from '../exchange/exchange.ts';
import { seededNumber } from '../exchange/seeded-numbers.ts';
import { type Credential, createPet, getPet, type ListParameters, listPets } from '../target/api-request.ts';
import { type LoadRequest, loadRequest } from './load-engine.ts';
import { type LoadPlan, type Mix, sharesOf } from './load-plan.ts';
import { inWhole, type Shard } from './shards/shard-plan.ts';

export interface TrafficParts {
  readonly mix: Mix;
  readonly credential: Credential;
  /** Existing animals; without any, lists replace requests by id. */
  readonly ids: readonly bigint[];
  /** A category that works. */
  readonly category: bigint;
  /** A name with a tag that no other creation of the run has. */
  readonly nextName: () => string;
  readonly seed: number;
  readonly shard: Shard;
}

/** The number of different creations, which are repeated: a service must accept equal ones too. */
export const differentCreations = 200;
export const mostIds = 500;

export const lists: readonly ListParameters[] = [
  {},
  { limit: 10 },
  { limit: 20, status: 'available' },
  { limit: 50 },
  { status: 'sold' },
  { limit: 5, status: 'pending' },
];

/**
 * The requests of a load, chosen at random by the weights of its mix. The request of each iteration of the whole load
 * depends only on its number and the seed, so it is the same in every shard, except for the animals that a shard knows
 * and its tags.
 */
export class Traffic {
  readonly #choices: readonly { readonly upTo: number; readonly requests: readonly LoadRequest[] }[];
  readonly #seed: number;
  readonly #shard: Shard;
  #started = 0;

  constructor(parts: TrafficParts) {
    this.#seed = parts.seed;
    this.#shard = parts.shard;
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

  /** The request of the next iteration of this shard. */
  next(): LoadRequest {
    const request = this.at(inWhole(this.#started, this.#shard));
    this.#started += 1;
    return request;
  }

  /** The requests that a connection repeats. @param connection its number in this shard: 0, 1, … */
  repeatedBy(connection: number, count: number): readonly LoadRequest[] {
    const first = inWhole(connection, this.#shard) * count;
    return Array.from({ length: count }, (_, index) => this.at(first + index));
  }

  /** The request of an iteration of the whole load: 0, 1, … */
  at(iteration: number): LoadRequest {
    const drawn = seededNumber(this.#seed, 2 * iteration);
    const choice = this.#choices.find(({ upTo }) => drawn < upTo) ?? this.#choices.at(-1);
    const requests = choice?.requests ?? [];
    const request = requests[Math.floor(seededNumber(this.#seed, 2 * iteration + 1) * requests.length)];
    if (request === undefined) {
      throw new Error('a load needs an operation with a weight above 0');
    }
    return request;
  }
}

function requestsOf(operation: Operation, parts: TrafficParts): readonly LoadRequest[] {
  const { credential, ids, category, nextName } = parts;
  switch (operation) {
    case 'getPet':
      return ids.length === 0
        ? requestsOf('listPets', parts)
        : ids.slice(0, mostIds).map((id) => loadRequest('getPet', getPet(id, credential)));
    case 'createPet':
      return Array.from({ length: differentCreations }, (_, index) => {
        const pet = newPet(nextName(), category, petStatuses[index % petStatuses.length]);
        return loadRequest('createPet', createPet(newPetText(pet), credential), pet);
      });
    case 'listPets':
      return lists.map((query) => loadRequest('listPets', listPets(query, credential)));
  }
}

/** Iterations after which the end of the creations is estimated. */
const mostCounted = 20_000_000;

/**
 * The first iteration of the whole load that may not start, because all animals are created that a load may create.
 *
 * @param createdBefore animals that its preparation creates
 */
export function creationsEnd(
  { mix, maxCreations }: Pick<LoadPlan, 'mix' | 'maxCreations'>,
  seed: number,
  createdBefore: number,
): number {
  const share = sharesOf(mix).get('createPet') ?? 0;
  const most = Math.max(0, maxCreations - createdBefore);
  if (share === 0) {
    return Number.MAX_SAFE_INTEGER;
  }
  if (most / share > mostCounted / 2) {
    // Six standard deviations below the expected number.
    return Math.floor((most - 6 * Math.sqrt(most)) / share);
  }
  // Creations are the last of the choices.
  const from = [...sharesOf(mix)].reduce(
    (sum, [operation, part]) => sum + (operation === 'createPet' ? 0 : part),
    0,
  );
  let created = 0;
  for (let iteration = 0; iteration < mostCounted; iteration += 1) {
    created += seededNumber(seed, 2 * iteration) >= from ? 1 : 0;
    if (created > most) {
      return iteration;
    }
  }
  return mostCounted;
}
