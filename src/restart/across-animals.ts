import type { CreationOutcome, KnownAnimal } from '../animals/animal-history.ts';
import { type PetReading, petsOf } from '../animals/pet.ts';
import { tagsIn } from '../animals/tag.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { jsonEquals } from '../json/exact-json.ts';
import { answerOf } from '../suite/answer.ts';
import type { Session } from '../suite/session.ts';
import { createPet, getPet, listPets } from '../target/api-request.ts';
import type { AcrossAnimals, AcrossPromise } from '../verdict/across-record.ts';

/** The name of all that is sent across a command, as `preflight` is one. */
export const acrossCheck = 'across';

/** Animals that are created before and after the command, one of each status. */
const created = petStatuses;
/** Animals of before that are read again. */
const mostRead = 20;
const stable = 'get/stable';
const neverRead = 'get/returns-created';

/** An animal in a list, and the number of the exchange. */
interface ListedAnimal {
  readonly pet: PetReading;
  readonly exchange: number;
}

/** An animal, and the number of the exchange in which it returned 404. */
interface Missing {
  readonly animal: KnownAnimal;
  readonly exchange: number;
}

/** The animals of a run across a command: those from before may be gone, but none that exists may be denied. */
export class AcrossAnimalsCheck {
  readonly #session: Session;
  #before = new Set<bigint>();
  /** Those of before that were read again, and which of them returned 404. */
  #earlier: readonly KnownAnimal[] = [];
  #missing: readonly Missing[] = [];
  #found = 0;
  #denied = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Creates a few animals and reads them, so that they are known to be there. */
  async prepare(): Promise<void> {
    await this.#createAndRead();
    this.comeFromBefore();
  }

  /** All animals known so far are those of an earlier run. */
  comeFromBefore(): void {
    this.#before = new Set(this.#session.history.created.map(({ id }) => id));
  }

  /** An animal that is there, if one was read. */
  get known(): bigint | null {
    return this.#session.history.created.findLast(({ reads }) => reads.length > 0)?.id ?? null;
  }

  /** A creation that any conforming service accepts, or `null` if the run may not create. */
  creation(count: number): ReturnType<typeof createPet> | null {
    const { workingCategories, tags, options, key } = this.#session;
    const [category] = workingCategories;
    if (options.readOnly || category === undefined) {
      return null;
    }
    const pet = newPet(tags.plainName(), category, created[count % created.length]);
    return createPet(newPetText(pet), key);
  }

  /** New animals after the command, none of which may have the id of another. */
  async createAgain(): Promise<AcrossPromise> {
    const requirement = 'create/unique-ids';
    const known = this.#session.history.created.length;
    const given = this.#before.size;
    await this.#createAndRead();
    const added = this.#session.history.created.length - known;
    const violated = this.#session.findingsOf(requirement).length > 0;
    if (added === 0) {
      const text = this.#session.options.readOnly
        ? 'nothing was created (`--read-only`)'
        : 'no creation returned 201';
      return { requirement, outcome: 'untested', text };
    }
    const text = violated
      ? 'an id was given again after the command'
      : `${added} new ids, none of the ${given} given before the command`;
    return { requirement, outcome: violated ? 'violated' : 'held', text };
  }

  get counts(): AcrossAnimals {
    const gone = this.#missing.length - this.#denied;
    return { read: this.#earlier.length, found: this.#found, gone };
  }

  /** Reads the animals of before again: they may be gone, which is only observed. */
  async readAgain(): Promise<AcrossAnimals> {
    const { history } = this.#session;
    this.#earlier = history.created
      .filter(({ id, tainted }) => this.#before.has(id) && !tainted)
      .slice(-mostRead);
    this.#missing = await this.#readEach(this.#earlier);
    return this.counts;
  }

  /**
   * Looks once more for those that returned 404. The history reports those that are found now. Others exist if a list
   * shows them between two 404s, after the grace period: until then it may be a late one.
   */
  async findMissing(): Promise<AcrossPromise> {
    const { options, pause } = this.#session;
    if (this.#earlier.length === 0) {
      return { requirement: stable, outcome: 'untested', text: 'there are no animals from before' };
    }
    if (this.#missing.length > 0) {
      await pause(options.consistencyGraceMs);
      const listed = await this.#listed();
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

  /** Looks for the animals of creations that got no response: each must be whole, or not be there. */
  async findUnanswered(): Promise<AcrossPromise> {
    const requirement = 'get/returns-created';
    const { history, tags, key } = this.#session;
    const isLost = (one: CreationOutcome | undefined) => one?.kind === 'possible' && one.sent !== null;
    const { length } = history.outcomes.filter(isLost);
    if (length === 0) {
      return { requirement, outcome: 'untested', text: 'every creation during the command got a response' };
    }
    const ids = new Set<bigint>();
    for (const { pet } of await this.#listed()) {
      if (tagsIn(String(pet.name), tags.run).some((tag) => isLost(history.outcomeOf(tag)))) {
        ids.add(pet.id);
      }
    }
    for (const id of ids) {
      await this.#send(getPet(id, key));
    }
    const violated = this.#session.findingsOf(requirement).some(({ kind }) => kind.endsWith('-differs'));
    const text = `${ids.size} of ${length} creations without a response are stored${violated ? ', not as sent' : ids.size === 0 ? '' : ', as sent'}`;
    return { requirement, outcome: violated ? 'violated' : 'held', text };
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
      const { response, failure, number } = await this.#send(getPet(animal.id, this.#session.key));
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

  /** The animals of the longest lists, each with the exchange that shows it. */
  async #listed(): Promise<ListedAnimal[]> {
    const listed: ListedAnimal[] = [];
    for (const status of created) {
      const exchange = await this.#send(listPets({ limit: 100, status }, this.#session.key));
      listed.push(...petsOf(answerOf(exchange)?.json).map((pet) => ({ pet, exchange: exchange.number })));
    }
    return listed;
  }

  async #createAndRead(): Promise<void> {
    for (let count = 0; count < created.length; count += 1) {
      const request = this.creation(count);
      const answer = request === null ? null : answerOf(await this.#send(request));
      const [pet] = answer?.status === 201 ? petsOf(answer.json) : [];
      if (pet !== undefined) {
        await this.#send(getPet(pet.id, this.#session.key));
      }
    }
  }

  #send(request: Parameters<Session['target']['send']>[0]): Promise<Exchange> {
    return this.#session.target.send(request, acrossCheck);
  }
}
