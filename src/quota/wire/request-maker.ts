import { randomBytes } from 'node:crypto';
import { newPetText } from '../../arbitraries/new-pet.ts';
import type { CredentialLabel, Operation } from '../../exchange/exchange.ts';
import { bearer, type Credential, createPet, getPet, listPets } from '../../target/api-request.ts';
import { type Caller, CallerFields } from '../../target/caller-fields.ts';
import type { OutgoingRequest } from '../../target/target.ts';
import type { WireRequest } from '../../target/wire-exchange.ts';
import type { QuotaRequest } from '../quota-wire.ts';
import type { AnimalKnowledge } from './animal-knowledge.ts';
import type { QuotaWireOptions } from './network-wire.ts';

/** A request of a measurement, ready to be sent. */
export interface SentRequest {
  readonly request: QuotaRequest;
  readonly number: number;
  readonly outgoing: OutgoingRequest;
  /** The name of the animal that it would create, or `null`. */
  readonly name: string | null;
  readonly traceparent: string;
  readonly bodyBytes: number;
  /** With the header fields that every request of a run has. */
  readonly wire: WireRequest;
}

type MadeRequest = Pick<SentRequest, 'outgoing' | 'name'>;

/** The status of all animals of a measurement: probably rare, so that a list by status may be complete. */
const createdStatus = 'pending';
const longestPage = 100;

type RequestMakerOptions = Caller & Pick<QuotaWireOptions, 'keys' | 'nextName' | 'categoryId' | 'transport'>;

export class RequestMaker {
  readonly #options: RequestMakerOptions;
  readonly #knowledge: AnimalKnowledge;
  readonly #caller: CallerFields;
  readonly #credentials = new Map<number, Credential>();
  /** By the number of the exchange; lists and gets, which do not vary, once for each key. */
  readonly #made = new Map<number | string, MadeRequest>();
  #effectLists = 0;

  constructor(options: RequestMakerOptions, knowledge: AnimalKnowledge) {
    this.#options = options;
    this.#knowledge = knowledge;
    this.#caller = new CallerFields(options);
  }

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

  /** Gives the animals of a burst their names in its order, whichever request is sent first. */
  nameAnimals(requests: readonly QuotaRequest[], firstNumber: number): void {
    for (const [entry, request] of requests.entries()) {
      if (request.operation === 'createPet') {
        this.make(request, firstNumber + entry);
      }
    }
  }

  /**
   * The same number yields the same request.
   *
   * @throws {RangeError} if the key, an animal or a category is unknown.
   */
  make(request: QuotaRequest, number: number): SentRequest {
    const { key, operation, phase } = request;
    const isOneOfAKind = operation === 'createPet' || phase === 'effect' || phase === 'count';
    const name = isOneOfAKind ? number : `${key} ${operation}`;
    const made = this.#made.get(name) ?? this.#make(request);
    this.#made.set(name, made);
    return {
      request,
      number,
      ...made,
      traceparent: this.#caller.traceparent(number),
      bodyBytes: Buffer.byteLength(made.outgoing.body ?? ''),
      wire: this.#caller.wire(made.outgoing, number),
    };
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

  /** First by status, then without: the longer list shows the page size. */
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
    const plain = bearer(key.value, label, key.shownAs);
    const credential = { ...plain, headers: [...plain.headers, ...(this.#options.transport?.headers ?? [])] };
    this.#credentials.set(number, credential);
    return credential;
  }
}

/** An id that a service is unlikely to have assigned. */
function absentId(): bigint {
  return 2n ** 62n + BigInt(randomBytes(6).readUIntBE(0, 6));
}
