import { type CheckPlan, planOf } from '../../suites/plan.ts';
import type { RequirementId } from '../../suites/requirements.ts';
import { type NewPet, newPet, newPetText } from '../arbitraries/new-pet.ts';
import type { KnownAnimal } from '../history/animal-history.ts';
import { type PetReading, readPet } from '../history/pet.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListQuery,
  listPets,
  listPetsByQuery,
} from '../target/api-request.ts';
import type { RelatedExchange } from '../verdict/finding.ts';
import type { Answer } from './answer.ts';
import { Inquiry } from './inquiry.ts';
import { Inconclusive, Skipped } from './outcome.ts';

/** The status that a plain creation sends, or `none`. */
export type PlainStatus = 'available' | 'pending' | 'sold' | 'none';

/** An animal that was read by its id. */
export interface ReadById {
  readonly answer: Answer;
  readonly reading: PetReading | null;
}

/** One requirement's work in a run: it asks, judges what it asked for, and says what it saw. */
export class Check extends Inquiry {
  #casesLeftOut = 0;

  /** The same, for another requirement: what it asks and reports goes under that one. */
  as(requirement: string): Check {
    return new Check(requirement, this.level, this.session);
  }

  /** What it is to send in this run. */
  get plan(): CheckPlan {
    return planOf(this.requirement, this.session.options);
  }

  /** Those of its hand-chosen cases that the plan has: the first ones. */
  chosen<Case>(cases: readonly Case[]): readonly Case[] {
    const chosen = cases.slice(0, this.plan.cases);
    this.#casesLeftOut += cases.length - chosen.length;
    return chosen;
  }

  /** How many of its hand-chosen cases the plan has left out. */
  get casesLeftOut(): number {
    return this.#casesLeftOut;
  }

  /** The status of creations that are to be refused, and of their control twin. */
  get refusedStatus(): 'available' | 'pending' {
    return this.plan.refusedStatus;
  }

  /** Whether what a watch needs for this requirement has been sent already, by whichever check. */
  get isReached(): boolean {
    return this.session.unreached(this.requirement).length === 0;
  }

  /** Takes one of these lists as evidence if this run may reuse what was sent, and has sent it. */
  reusesList(...queries: readonly string[]): boolean {
    const [before] = queries.flatMap((query) => this.session.historyWatch.listedBefore(query) ?? []);
    if (before === undefined || !this.plan.reuses) {
      return false;
    }
    this.evidence(before);
    return true;
  }

  list(query: ListQuery = {}, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(listPets(query, credential));
  }

  listByQuery(query: string, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(listPetsByQuery(query, credential));
  }

  get(id: bigint | string, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(getPet(id, credential));
  }

  async create(
    body: string | Uint8Array,
    credential: Credential = this.session.key,
    contentTypes?: readonly string[],
  ): Promise<Answer> {
    this.refuseInReadOnlyRuns();
    return this.send(createPet(body, credential, contentTypes));
  }

  /** A body of plain values under a fresh tag. */
  plainPet(status: PlainStatus = 'available'): NewPet {
    return newPet(this.session.tags.plainName(), this.category(), status === 'none' ? undefined : status);
  }

  /**
   * A category that the service is known to accept.
   *
   * @throws {Skipped} in a run that may create nothing.
   * @throws {Inconclusive} where none is known.
   */
  category(): bigint {
    this.refuseInReadOnlyRuns();
    const [category] = this.session.workingCategories;
    if (category === undefined) {
      throw new Inconclusive('no category is known that the service accepts: name one with --category-id');
    }
    return category;
  }

  /** Creates an animal of plain values. */
  async createPlain(status: PlainStatus = 'available'): Promise<Answer> {
    const answer = await this.create(newPetText(this.plainPet(status)));
    if (answer.status === 201) {
      this.session.acceptedCreations.set(status, answer.exchange);
    }
    return answer;
  }

  /** The control twin of refused creations: a valid one of that status, sent the same way and answered 201. */
  async acceptedCreation(status: PlainStatus): Promise<RelatedExchange> {
    const known = this.session.acceptedCreations.get(status);
    if (known !== undefined) {
      return { role: 'control', exchange: known.number };
    }
    const answer = await this.createPlain(status);
    if (answer.status !== 201) {
      throw new Inconclusive(
        `a valid creation is answered ${answer.status}, so a refusal would prove nothing: see create/accepts-valid`,
      );
    }
    return { role: 'control', exchange: answer.exchange.number };
  }

  /** The animals of this run, but those that a check has spoilt, the oldest first. */
  get own(): KnownAnimal[] {
    return this.session.history.created.filter(({ tainted }) => !tainted);
  }

  /** An animal of this run that can be read by id; one is created where there is none yet. */
  async ownAnimal(): Promise<KnownAnimal> {
    return this.own[0] ?? this.newAnimal();
  }

  /**
   * Creates an animal of plain values to work with.
   *
   * @throws {Inconclusive} where that fails.
   */
  async newAnimal(status: PlainStatus = 'available'): Promise<KnownAnimal> {
    const answer = await this.createPlain(status);
    const pet = readPet(answer.json);
    const animal = pet === null ? undefined : this.session.history.animal(pet.id);
    if (answer.status !== 201 || animal === undefined) {
      throw new Inconclusive(
        `no animal could be created to work with (answered ${answer.status}): see create/accepts-valid`,
      );
    }
    return animal;
  }

  /** An id that the service has: of an animal of this run, or in a run that creates nothing of a listed one. */
  async knownId(): Promise<bigint> {
    if (!this.session.options.readOnly) {
      return (await this.ownAnimal()).id;
    }
    const [first] = this.session.history.seen;
    if (first === undefined) {
      throw new Inconclusive('the store shows no animal to read, and --read-only forbids to create one');
    }
    return first.id;
  }

  /** Reads an animal by its id: what was answered, and the animal that it shows, if any. */
  async read(id: bigint): Promise<ReadById> {
    const answer = await this.get(id);
    return { answer, reading: answer.status === 200 ? readPet(answer.json) : null };
  }

  /** Reads an accepted animal by its id, so that what was stored is judged and not only what was echoed. */
  async readBack(creation: Answer): Promise<void> {
    const pet = creation.status === 201 ? readPet(creation.json) : null;
    if (pet !== null) {
      await this.get(pet.id);
    }
  }

  /** Whether the run decides another requirement too. */
  isSelected(id: RequirementId): boolean {
    return this.session.options.selected.includes(id);
  }

  /** Reads an animal of this run by its id, unless one was read already. */
  async readOwnOnce(): Promise<void> {
    if (this.session.history.created.every((animal) => animal.reads.length === 0)) {
      await this.get((await this.ownAnimal()).id);
    }
  }

  /** @throws {Inconclusive} where the store is not known to hold that many animals. */
  needsAnimals(count: number): void {
    const known = this.session.history.distinctAnimals;
    if (known < count) {
      throw new Inconclusive(`it needs a store of at least ${count} animals, and the run knows of ${known}`);
    }
  }

  /** @throws {Skipped} in a run that may create nothing. */
  refuseInReadOnlyRuns(): void {
    if (this.session.options.readOnly) {
      throw new Skipped('it may have to create an animal, which --read-only forbids');
    }
  }

  /**
   * Closes the check of a requirement that a watch judges on every answer: it is decided only where the run's
   * traffic has come to what it speaks of.
   *
   * @throws {Inconclusive} where it has not.
   */
  watched(): void {
    const unreached = this.session.unreached(this.requirement);
    if (unreached.length > 0 && this.session.findingsOf(this.requirement).length === 0) {
      if (this.session.options.readOnly && unreached.every(isOfCreations)) {
        throw new Skipped(`--read-only leaves out what it needs: ${unreached.join(', ')}`);
      }
      throw new Inconclusive(`not exercised: ${unreached.join(', ')}`);
    }
  }

  /**
   * The same for a check that may be the only one of a run: where what it speaks of has not come up yet, it asks
   * for that first.
   *
   * @param reuses whether it does not ask where that has come up
   */
  async watchedAfter(ask: () => Promise<unknown>, reuses = true): Promise<void> {
    if (!reuses || !this.isReached) {
      await ask();
    }
    this.watched();
  }

  /** Says that an exchange of another check is evidence for this one too. */
  evidence(exchange: number): void {
    this.session.record({ type: 'evidence', requirement: this.requirement, exchange });
  }

  /** Records what the service does where the document is silent. */
  observe(text: string, ...answers: readonly Answer[]): void {
    this.session.record({
      type: 'observation',
      requirement: this.requirement,
      text,
      exchanges: answers.map((answer) => answer.exchange.number),
    });
  }
}

/** Whether only a creation brings this kind of response. */
function isOfCreations(unreached: string): boolean {
  return /(?: of createPet|status 201)$/.test(unreached);
}
