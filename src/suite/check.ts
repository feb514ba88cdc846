import type { RequirementId } from '../../suites/requirements.ts';
import type { AnimalHistory, KnownAnimal } from '../animals/animal-history.ts';
import { farIds } from '../arbitraries/int64.ts';
import type { NameShape } from '../arbitraries/names.ts';
import { type NewPet, newPet, newPetText } from '../arbitraries/new-pet.ts';
import type { Exchange, Operation } from '../exchange/exchange.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListParameters,
  listPets,
  listPetsByQuery,
} from '../target/api-request.ts';
import type { OutgoingRequest } from '../target/target.ts';
import type { RelatedExchange } from '../verdict/finding.ts';
import type { Answer } from './answer.ts';
import { Inquiry } from './inquiry.ts';
import { assume, Inconclusive, Skipped, Unanswered, Violation } from './outcome.ts';
import type { RunOptions } from './run-options.ts';

/** The status that a plain creation sends, or `none`. */
export type PlainStatus = 'available' | 'pending' | 'sold' | 'none';

/** The status of invalid creations and of their control: a rare one, so that its lists are short. */
export const refusedStatus = 'pending';

/** The maximum number of removed animals of other clients before the check gives up. */
const mostRemoved = 3;

/** The requirement that the usual request of each operation violates if it does not succeed. */
const decidedBy: Readonly<Record<Operation, RequirementId>> = {
  listPets: 'list/returns-pets',
  createPet: 'create/accepts-valid',
  getPet: 'get/returns-created',
};

/** The check of one requirement: it sends requests, judges the responses, and reports deviations. */
export class Check extends Inquiry {
  /** The hand-written cases of its table. */
  cases = { sent: 0, all: 0 };
  /** The operations of its controls, the latest one last. */
  readonly controls = new Map<Operation, RelatedExchange>();
  /** Whether a control was sent after a violation. */
  #isControlled = false;

  /** The check of a scenario for one of the requirements that it serves, which its requests and reports then name. */
  as(requirement: string): Check {
    return requirement === this.requirement ? this : new Check(requirement, this.level, this.session);
  }

  get history(): AnimalHistory {
    return this.session.history;
  }

  get options(): RunOptions {
    return this.session.options;
  }

  list(query: ListParameters = {}, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(listPets(query, credential));
  }

  listByQuery(query: string, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(listPetsByQuery(query, credential));
  }

  get(id: bigint | string, credential: Credential = this.session.key): Promise<Answer> {
    return this.send(getPet(id, credential));
  }

  /** @param body the animal, or the body of the request as it is sent */
  async create(
    body: NewPet | string,
    credential: Credential = this.session.key,
    contentTypes?: readonly string[],
  ): Promise<Answer> {
    this.refuseInReadOnlyRuns();
    const text = typeof body === 'string' ? body : newPetText(body);
    return this.send(createPet(text, credential, contentTypes));
  }

  /** Sends a request of which only the rules judge the response, if there is one. */
  async sendForRules(request: OutgoingRequest, isFresh = false): Promise<Exchange> {
    const { isGone, target } = this.session;
    assume(!isGone, 'not sent: the service stopped responding', Unanswered);
    return target.send(request, this.requirement, { fresh: isFresh });
  }

  /** An animal with plain values and a new tag. */
  plainPet(status: PlainStatus = 'available', shape?: NameShape): NewPet {
    const name = this.session.tags.plainName(shape);
    return newPet(name, this.category(), status === 'none' ? undefined : status);
  }

  /**
   * A category that the service is known to accept.
   *
   * @throws {Skipped} in a read-only run.
   * @throws {Inconclusive} if none is known.
   */
  category(): bigint {
    this.refuseInReadOnlyRuns();
    const [category] = this.session.workingCategories;
    assume(category !== undefined, 'no accepted category is known; pass one with --category-id');
    return category;
  }

  /** Creates an animal with plain values. */
  async createPlain(status: PlainStatus = 'available'): Promise<Answer> {
    const answer = await this.create(this.plainPet(status));
    if (answer.status === 201) {
      this.session.acceptedCreations.set(status, answer.exchange);
    }
    return answer;
  }

  /**
   * The usual request of an operation with the key, which succeeded: only so does a refusal prove anything.
   *
   * @param isNew whether it has to be sent now, instead of earlier in the run
   * @throws {Inconclusive} if it does not succeed.
   */
  async control(operation: Operation, isNew = false): Promise<RelatedExchange> {
    const { acceptedCreations, animalWatch } = this.session;
    const known =
      operation === 'createPet'
        ? acceptedCreations.get(refusedStatus)?.number
        : animalWatch.acceptedExchange(operation);
    if (typeof known === 'number' && !isNew) {
      return this.#keepControl(operation, known);
    }
    const { status, exchange } = await this.#usual(operation).catch((error: unknown) => {
      // A dropped control is no violation of the requirement that it is sent for.
      throw error instanceof Violation
        ? new Inconclusive(`a usual ${operation} failed: ${error.message}`)
        : error;
    });
    const isOfNone = operation === 'getPet' && this.findsNoAnimal;
    assume(
      status === (operation === 'createPet' ? 201 : isOfNone ? 404 : 200),
      `a usual ${operation} returned ${status}, so a refusal would prove nothing: see ${decidedBy[operation]}`,
    );
    return this.#keepControl(operation, exchange.number);
  }

  #keepControl(operation: Operation, exchange: number): RelatedExchange {
    const control = { role: 'control', exchange };
    this.controls.delete(operation);
    this.controls.set(operation, control);
    return control;
  }

  async #usual(operation: Operation): Promise<Answer> {
    switch (operation) {
      case 'listPets':
        return this.list();
      case 'createPet':
        return this.createPlain(refusedStatus);
      case 'getPet':
        return this.findsNoAnimal ? this.get(farIds.ofControls) : this.getKnown();
    }
  }

  /**
   * Reports a violation. After a refusal, or a wrong status of one, the latest control must succeed again: otherwise
   * something else broke meanwhile.
   *
   * @throws {Inconclusive} if it does not.
   */
  async reportIfControlled(violation: Violation): Promise<void> {
    const latest = [...this.controls].at(-1);
    if (latest === undefined) {
      this.report(violation);
      return;
    }
    const [operation, before] = latest;
    const isServed = (violation.exchange.response?.status ?? 500) < 300;
    const control = isServed || this.#isControlled ? before : await this.control(operation, true);
    this.#isControlled ||= !isServed;
    const { requirement, exchange, deviation } = violation;
    const related = [...(deviation.related ?? []), control];
    this.report(new Violation(requirement, exchange, { ...deviation, related }));
  }

  /** The animals of this run, oldest first, without those that a check may have changed. */
  get own(): KnownAnimal[] {
    return this.history.created.filter(({ tainted }) => !tainted);
  }

  /** The ids of those that were created with a status, or without one where the service assigned it. */
  ownWith(status: string): bigint[] {
    return this.own
      .filter(({ creation }) => (creation?.sent.status ?? creation?.reading?.status) === status)
      .map(({ id }) => id);
  }

  /** The oldest animal of this run, or a new one. */
  async ownAnimal(): Promise<KnownAnimal> {
    return this.own[0] ?? this.newAnimal();
  }

  /**
   * Creates an animal with plain values for a check to work with.
   *
   * @throws {Inconclusive} if that fails.
   */
  async newAnimal(status: PlainStatus = 'available'): Promise<KnownAnimal> {
    const answer = await this.createPlain(status);
    const animal = answer.pet === null ? undefined : this.history.animal(answer.pet.id);
    assume(
      animal !== undefined,
      answer.status === 201
        ? 'created animals have no id that the run can use: see create/assigns-id'
        : `no animal could be created (POST /pets returned ${answer.status}): see create/accepts-valid`,
    );
    return animal;
  }

  /** Whether the run knows no animal and may create none, so that it can only request unknown ids. */
  get findsNoAnimal(): boolean {
    return this.options.readOnly && [...this.history.seen].every(({ tainted }) => tainted);
  }

  /** The id of an existing animal: one of this run, or a listed one in a read-only run. */
  async knownId(): Promise<bigint> {
    if (!this.options.readOnly) {
      return (await this.ownAnimal()).id;
    }
    const present = [...this.history.seen].find(({ tainted }) => !tainted);
    assume(present !== undefined, 'the store has no animal to read, and --read-only forbids creating one');
    return present.id;
  }

  /** Reads an existing animal: another one where others have removed theirs meanwhile. */
  async getKnown(): Promise<Answer> {
    for (let removed = 0; ; removed += 1) {
      const id = await this.knownId();
      const answer = await this.get(id);
      const animal = this.history.animal(id);
      if (answer.status !== 404 || animal?.creation !== null || removed === mostRemoved) {
        return answer;
      }
      animal.tainted = true;
      await this.list({ limit: 100 });
    }
  }

  /** Reads a new animal by its id, so that the watches also judge the stored values and not only the echoed ones. */
  async readBack(creation: Answer): Promise<void> {
    if (creation.pet !== null) {
      await this.get(creation.pet.id);
    }
  }

  /** @throws {Skipped} in a read-only run. */
  refuseInReadOnlyRuns(): void {
    if (this.options.readOnly) {
      throw new Skipped('may need to create an animal, which `--read-only` forbids');
    }
  }

  /** Adds an earlier exchange as evidence for this requirement. */
  evidence(exchange: number): void {
    this.session.record({ type: 'evidence', requirement: this.requirement, exchange });
  }

  /** Records behaviour that the document does not specify. */
  observe(text: string, ...answers: readonly Answer[]): void {
    this.session.record({
      type: 'observation',
      requirement: this.requirement,
      text,
      exchanges: answers.map((answer) => answer.exchange.number),
    });
  }
}
