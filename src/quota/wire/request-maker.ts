import { randomBytes } from 'node:crypto';
import { newPetText } from '../../arbitraries/new-pet.ts';
import type { CredentialLabel, Operation } from '../../exchange/exchange.ts';
import { bearer, type Credential, createPet, getPet, listPets } from '../../target/api-request.ts';
import type { OutgoingHeader, OutgoingRequest } from '../../target/target.ts';
import type { QuotaRequest } from '../quota-wire.ts';
import type { AnimalKnowledge } from './animal-knowledge.ts';
import type { QuotaKey } from './wire-options.ts';

/** A request as it is to be sent, and the animal that it would create. */
export interface MadeRequest {
  readonly outgoing: OutgoingRequest;
  readonly name: string | null;
}

/** The inputs for requests of a measurement. */
export interface RequestMakerOptions {
  readonly keys: ReadonlyMap<number, QuotaKey>;
  readonly nextName: () => string;
  readonly categoryId: bigint | null;
  /** Fields that every request carries besides. */
  readonly headers?: readonly OutgoingHeader[];
}

/** All animals of a measurement have this status: fewer than all others do, so that a list of it may be whole. */
const createdStatus = 'pending';
const longestPage = 100;

/** Makes the requests that a measurement asks for. */
export class RequestMaker {
  readonly #options: RequestMakerOptions;
  readonly #knowledge: AnimalKnowledge;
  readonly #credentials = new Map<number, Credential>();
  /** Lists and gets are always the same: one of each for a key is enough, however many are sent. */
  readonly #plainRequests = new Map<string, MadeRequest>();
  #effectLists = 0;

  constructor(options: RequestMakerOptions, knowledge: AnimalKnowledge) {
    this.#options = options;
    this.#knowledge = knowledge;
  }

  /** The operations that can be served. */
  get operations(): readonly Operation[] {
    const operations: Operation[] = ['listPets'];
    if (this.#options.categoryId !== null) {
      operations.push('createPet');
    }
    if (this.#knowledge.animalId !== null) {
      operations.push('getPet');
    }
    return operations;
  }

  /** @throws {RangeError} if the key, an animal or a category is unknown. */
  make(request: QuotaRequest): MadeRequest {
    const { key, operation, phase } = request;
    if (operation === 'createPet' || phase === 'effect' || phase === 'count') {
      return this.#make(request);
    }
    const kind = `${key} ${operation}`;
    const made = this.#plainRequests.get(kind) ?? this.#make(request);
    this.#plainRequests.set(kind, made);
    return made;
  }

  #make(request: QuotaRequest): MadeRequest {
    const credential = this.#credential(request.key);
    switch (request.operation) {
      case 'listPets':
        return { outgoing: this.#list(request, credential), name: null };
      case 'getPet':
        return { outgoing: getPet(this.#idFor(request), credential), name: null };
      case 'createPet':
        return this.#creation(credential);
    }
  }

  /** By status first, then all: the longer of the two shows how many animals a page holds. */
  #list(request: QuotaRequest, credential: Credential): OutgoingRequest {
    if (request.phase !== 'effect') {
      return listPets({ limit: 1 }, credential);
    }
    this.#effectLists += 1;
    const byStatus = this.#effectLists % 2 === 1;
    return listPets({ limit: longestPage, ...(byStatus ? { status: createdStatus } : {}) }, credential);
  }

  #idFor(request: QuotaRequest): bigint {
    if (request.phase === 'count') {
      return absentId();
    }
    if (this.#knowledge.animalId === null) {
      throw new RangeError('no known animal to read');
    }
    return this.#knowledge.animalId;
  }

  #creation(credential: Credential): MadeRequest {
    const { categoryId, nextName } = this.#options;
    if (categoryId === null) {
      throw new RangeError('no known category for new animals');
    }
    const name = nextName();
    const body = newPetText({ name, categoryId, status: createdStatus });
    return { outgoing: createPet(body, credential), name };
  }

  #credential(number: number): Credential {
    const known = this.#credentials.get(number);
    if (known !== undefined) {
      return known;
    }
    const key = this.#options.keys.get(number);
    if (key === undefined) {
      throw new RangeError(`the key quota-key-${number} was not given`);
    }
    const label: CredentialLabel = number === 0 ? 'api-key' : `quota-key-${number}`;
    const plain = bearer(key.key, label, key.shownAs);
    const credential = { ...plain, headers: [...plain.headers, ...(this.#options.headers ?? [])] };
    this.#credentials.set(number, credential);
    return credential;
  }
}

/** An id far from any that a service is likely to have given. */
function absentId(): bigint {
  return 2n ** 62n + BigInt(randomBytes(6).readUIntBE(0, 6));
}
