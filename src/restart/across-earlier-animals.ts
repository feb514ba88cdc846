import type { KnownAnimal } from '../animals/animal-history.ts';
import type { PetReading } from '../animals/pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { jsonEquals } from '../json/exact-json.ts';
import type { Session } from '../suite/session.ts';
import type { AcrossAnimals, AcrossPromise } from '../verdict/across-record.ts';

const stable = 'get/stable';
const neverRead = 'get/returns-created';
/** Animals of before that are read again. */
const mostRead = 20;

/** An animal in a list, and the number of the exchange. */
export interface ListedAnimal {
  readonly pet: PetReading;
  readonly exchange: number;
}

/** How animals are looked up after the command. */
interface Lookup {
  readonly read: (id: bigint) => Promise<Exchange>;
  readonly listed: () => Promise<readonly ListedAnimal[]>;
}

/** An animal, and the number of the exchange in which it returned 404. */
interface Missing {
  readonly animal: KnownAnimal;
  readonly exchange: number;
}

/** The animals from before a command: they may be gone, but none that exists may be denied. */
export class EarlierAnimals {
  readonly #session: Session;
  readonly #animals: readonly KnownAnimal[];
  readonly #lookup: Lookup;
  #missing: readonly Missing[] = [];
  #found = 0;
  #denied = 0;

  constructor(session: Session, animals: readonly KnownAnimal[], lookup: Lookup) {
    this.#session = session;
    this.#animals = animals.slice(-mostRead);
    this.#lookup = lookup;
  }

  get counts(): AcrossAnimals {
    const gone = this.#missing.length - this.#denied;
    return { read: this.#animals.length, found: this.#found, gone };
  }

  /** Reads them again: whether they are there is only observed. */
  async readAgain(): Promise<AcrossAnimals> {
    this.#missing = await this.#readEach(this.#animals);
    return this.counts;
  }

  /**
   * Looks once more for those that returned 404. The history reports those that are found now. Others exist if a list
   * shows them between two 404s, after the grace period: until then it may be a late one.
   */
  async findMissing(): Promise<AcrossPromise> {
    const { options, pause } = this.#session;
    if (this.#animals.length === 0) {
      return { requirement: stable, outcome: 'untested', text: 'there are no animals from before' };
    }
    if (this.#missing.length > 0) {
      await pause(options.consistencyGraceMs);
      const listed = await this.#lookup.listed();
      this.#missing = await this.#readEach(this.#missing.map(({ animal }) => animal));
      this.#reportDenied(listed);
    }
    const violated = [stable, neverRead].find((requirement) =>
      this.#session.findingsOf(requirement).some(({ kind }) => kind.startsWith('not-found')),
    );
    return violated === undefined
      ? { requirement: stable, outcome: 'held', text: this.#heldText() }
      : { requirement: violated, outcome: 'violated', text: 'an animal that exists returned 404' };
  }

  #heldText(): string {
    const { read, found, gone } = this.counts;
    const lost = gone === 0 ? '' : `, and no list shows the ${gone} that are gone`;
    return `${found} of ${read} animals from before are found${lost}`;
  }

  /** Counts those that are found, and returns those that returned 404. */
  async #readEach(animals: readonly KnownAnimal[]): Promise<Missing[]> {
    const missing: Missing[] = [];
    for (const animal of animals) {
      const { response, failure, number } = await this.#lookup.read(animal.id);
      const status = failure === null ? response?.status : undefined;
      this.#found += status === 200 ? 1 : 0;
      if (status === 404) {
        missing.push({ animal, exchange: number });
      }
    }
    return missing;
  }

  /** One deviation violates one requirement: that of animals which were read before, if there are any. */
  #reportDenied(listed: readonly ListedAnimal[]): void {
    const denied = this.#missing.flatMap(({ animal, exchange }) => {
      const { id, creation, reads } = animal;
      const list = listed.find(({ pet }) => pet.id === id && jsonEquals(pet.name, creation?.reading.name));
      // The history does not count a 404 that a service may return, as after the removal of the operation.
      return creation === null ||
        list === undefined ||
        (this.#session.history.animal(id)?.absence ?? null) === null
        ? []
        : [{ id, creation, isRead: reads.length > 0, list: list.exchange, exchange }];
    });
    this.#denied = denied.length;
    const someRead = denied.some(({ isRead }) => isRead);
    for (const { id, creation, isRead, list, exchange } of denied) {
      if (isRead === someRead) {
        this.#session.report({
          requirement: isRead ? stable : neverRead,
          kind: 'not-found-though-listed',
          message: 'An animal that a list shows is reported as not found after a restart or deployment',
          expected: '200 and the animal, or no list that shows it',
          actual: `404 for id ${id}, before and after a list that shows it`,
          exchange,
          related: [
            { role: 'creation', exchange: creation.exchange.number },
            { role: 'the list', exchange: list },
          ],
        });
      }
    }
  }
}
