import type { Exchange } from '../exchange/exchange.ts';
import type { JsonValue } from '../json/exact-json.ts';
import type { Notes } from '../watchers/watch.ts';
import { ListSizes } from './list-sizes.ts';
import { differingMembers, type PetReading } from './pet.ts';

export interface KnownAnimal {
  readonly id: bigint;
  /** The creation by this run and the reading in its 201; `null` for an animal of another client. */
  readonly creation: {
    readonly exchange: Exchange;
    readonly reading: PetReading;
    readonly sent: SentPet;
  } | null;
  /** The time of the first list that showed it before its creation was known, in ms since the start of the run. */
  listedAtMs: number | null;
  /** Readings by id, oldest first. */
  readonly reads: { readonly exchange: Exchange; readonly reading: PetReading }[];
  /** The first list with an animal of another client. */
  listed: { readonly reading: PetReading; readonly query: ListedBy } | null;
  /** Whether a request was sent that may have changed it (an unsupported method, say), or others have removed it. */
  tainted: boolean;
  /** A creation that got its id, though the expected values of its animal are unknown. */
  givenBy: Exchange | null;
  /** The first 404 for it since the last reading: it is gone, or only reported as gone. */
  absence: Exchange | null;
}

/** The members of a creation's body that matter later. */
export interface SentPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: string | undefined;
}

/**
 * What became of the creations with a tag, which no other body has. `refused`: its animal must never be seen. `possible`: a
 * body with it was accepted or its result is unknown; `sent` is the animal of a creation without a response.
 */
export type CreationOutcome =
  | { readonly kind: 'refused'; readonly status: 400 | 401; readonly exchange: number }
  | { readonly kind: 'possible'; readonly sent: SentPet | null; readonly exchange: number };

export interface ListedBy {
  readonly limit?: bigint;
  readonly status?: string;
}

const mostSuspects = 100;

/** How many animals a list may hold. */
function holds({ limit = 20n }: ListedBy): bigint {
  return limit;
}

/** The knowledge of a run about the animals in the store: a fold over its exchanges. */
export class AnimalHistory {
  readonly #animals = new Map<bigint, KnownAnimal>();
  readonly #outcomes = new Map<string, CreationOutcome>();
  readonly #created: KnownAnimal[] = [];
  readonly #suspects = new Map<bigint, ListedBy>();
  readonly listSizes = new ListSizes();
  /** Whether an animal of the run was found by its id immediately. */
  findsAtOnce = false;
  /** Whether one was not found immediately: then the service hides new animals. */
  missesAtOnce = false;
  /** Whether a creation returned no category for a plain one, or a reading another than its creation. */
  changesPlainCategories = false;

  /** The animal with this id, if one was seen or created. */
  animal(id: bigint): KnownAnimal | undefined {
    return this.#animals.get(id);
  }

  /** The animals that this run created, in the order of the requests. */
  get created(): readonly KnownAnimal[] {
    return this.#created;
  }

  /** Every animal that was seen or created, in the order in which that happened. */
  get seen(): IterableIterator<KnownAnimal> {
    return this.#animals.values();
  }

  /** Whether this run created an animal with this name; never true for an empty name, which identifies no animal. */
  hasSentName(name: unknown): boolean {
    return (
      typeof name === 'string' &&
      name.trim() !== '' &&
      this.#created.some(({ creation }) => creation?.sent.name === name)
    );
  }

  /** The number of different animals that were seen or created. */
  get distinctAnimals(): number {
    return this.#animals.size;
  }

  outcomeOf(tag: string): CreationOutcome | undefined {
    return this.#outcomes.get(tag);
  }

  /** Of every creation with a tag. */
  get outcomes(): readonly CreationOutcome[] {
    return [...this.#outcomes.values()];
  }

  /** The number of refused creations with a unique tag. */
  refusedCount(status: 400 | 401): number {
    return this.outcomes.filter((one) => one.kind === 'refused' && one.status === status).length;
  }

  /** The first refusal counts, until a creation may have been stored. */
  noteOutcome(tag: string, outcome: CreationOutcome): void {
    const known = this.#outcomes.get(tag);
    const isLost = known?.kind === 'possible' && known.sent !== null;
    // A lost creation remains known, even if its repetition gets a response.
    if (outcome.kind === 'possible' ? !isLost || outcome.sent !== null : known === undefined) {
      this.#outcomes.set(tag, outcome);
    }
  }

  noteCreation(exchange: Exchange, reading: PetReading, sent: SentPet): KnownAnimal {
    const animal: KnownAnimal = { ...unknown(reading.id), creation: { exchange, reading, sent } };
    this.#animals.set(reading.id, animal);
    this.#created.splice(this.#placeOf(exchange.number), 0, animal);
    return animal;
  }

  /** Later requests depend on this order, so it must not depend on the order of concurrent responses. */
  #placeOf(number: number): number {
    let place = this.#created.length;
    while (place > 0 && (this.#created[place - 1]?.creation?.exchange.number ?? 0) > number) {
      place -= 1;
    }
    return place;
  }

  /** A creation got this id, but the expected values of its animal are unknown. */
  noteGivenId(id: bigint, exchange: Exchange): void {
    Object.assign(this.noteSeen(id), { givenBy: exchange, tainted: true });
  }

  /** The creation that got this id, if there was one. */
  creationWith(id: bigint): Exchange | null {
    const { creation = null, givenBy = null } = this.#animals.get(id) ?? {};
    return creation?.exchange ?? givenBy;
  }

  noteRead(exchange: Exchange, reading: PetReading): void {
    const animal = this.noteSeen(reading.id);
    animal.reads.push({ exchange, reading });
    if (animal.creation !== null && differingMembers(animal.creation.reading, reading).length > 0) {
      this.#suspect(reading.id, { limit: 100n });
    }
  }

  /** @param listedAtMs the receipt of a list that shows it, in ms since the start of the run */
  noteSeen(id: bigint, listedAtMs: number | null = null): KnownAnimal {
    let animal = this.#animals.get(id);
    if (animal === undefined) {
      animal = { ...unknown(id), listedAtMs };
      this.#animals.set(id, animal);
    } else if (animal.creation === null) {
      animal.listedAtMs ??= listedAtMs;
    }
    return animal;
  }

  /**
   * Compares a listed animal with its creation, or an animal of another client with an earlier list. If name or category
   * differ, it is a suspect.
   */
  noteListed(pet: PetReading, query: ListedBy): void {
    const animal = this.#animals.get(pet.id);
    if (animal === undefined || animal.tainted) {
      return;
    }
    const { creation, listed } = animal;
    if (creation !== null) {
      if (differingMembers(creation.reading, pet).length > 0) {
        this.#suspect(pet.id, query);
      }
    } else if (listed === null) {
      animal.listed = { reading: pet, query };
    } else if (differingMembers(listed.reading, pet).some((member) => member !== 'status')) {
      // It is unknown which of the two lists is right; for the next such animal the other one is used.
      this.#suspect(pet.id, this.#suspects.size % 2 === 0 ? listed.query : query);
    }
  }

  #suspect(id: bigint, query: ListedBy): void {
    const known = this.#suspects.get(id);
    // The newest is last, because it is most likely to be in its list still.
    this.#suspects.delete(id);
    // A short list may be full of newer animals by the time it is repeated.
    this.#suspects.set(id, known !== undefined && holds(known) > holds(query) ? known : query);
    const [oldest] = this.#suspects.keys();
    if (this.#suspects.size > mostSuspects && oldest !== undefined) {
      this.#suspects.delete(oldest);
    }
  }

  /**
   * Animals that a list or a reading shows with other values than their creation or another list, with the query of a
   * list that shows them.
   */
  get suspects(): ReadonlyMap<bigint, ListedBy> {
    return this.#suspects;
  }
}

function unknown(id: bigint): KnownAnimal {
  const nothing = { creation: null, listedAtMs: null, listed: null, givenBy: null, absence: null };
  return { id, ...nothing, reads: [], tainted: false };
}

/** A completed exchange with the data that the judges of the history need. */
export interface JudgedExchange {
  readonly exchange: Exchange;
  readonly status: number;
  /** The response body as exact JSON, or `undefined` if it is not JSON. */
  readonly json: JsonValue | undefined;
}

/** Reads one kind of exchange against what is known of the store, and adds to that. */
export type Judge = (judged: JudgedExchange, history: AnimalHistory, notes: Notes) => void;
