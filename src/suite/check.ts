import type { RequirementId } from '../../suites/requirements.ts';
import type { NameShape } from '../arbitraries/names.ts';
import { type NewPet, newPet, newPetText } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { AnimalHistory, KnownAnimal } from '../history/animal-history.ts';
import {
  type Credential,
  createPet,
  getPet,
  type ListQuery,
  listPets,
  listPetsByQuery,
} from '../target/api-request.ts';
import type { OutgoingRequest } from '../target/target.ts';
import type { RelatedExchange } from '../verdict/finding.ts';
import type { Answer } from './answer.ts';
import { Inquiry } from './inquiry.ts';
import { AnswerWithheld, assume, Skipped, Unanswered } from './outcome.ts';
import type { RunOptions } from './run-options.ts';

/** The status that a plain creation sends, or `none`. */
export type PlainStatus = 'available' | 'pending' | 'sold' | 'none';

/** The status of invalid creations and of their control: a rare one, so that its lists are short. */
export const refusedStatus = 'pending';

/** The check of one requirement: it sends requests, judges the responses, and reports deviations. */
export class Check extends Inquiry {
  /** The hand-written cases of its table. */
  cases = { sent: 0, all: 0 };

  /** The same check for another requirement, which its requests and reports then name. */
  as(requirement: string): Check {
    return requirement === this.requirement ? this : new Check(requirement, this.level, this.session);
  }

  get history(): AnimalHistory {
    return this.session.history;
  }

  get options(): RunOptions {
    return this.session.options;
  }

  /** Whether anything has violated this requirement so far. */
  get hasFindings(): boolean {
    return this.session.findingsOf(this.requirement).length > 0;
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

  /**
   * Sends a request of which only the rules judge the response.
   *
   * @throws {AnswerWithheld} without a response.
   */
  async sendForRules(request: OutgoingRequest, isFresh = false): Promise<Exchange> {
    const { isGone, target } = this.session;
    assume(!isGone, 'not sent: the service stopped responding', Unanswered);
    const exchange = await target.send(request, this.requirement, { fresh: isFresh });
    if (exchange.response === null) {
      throw new AnswerWithheld(`${request.method} returned no response: ${exchange.failure?.detail}`);
    }
    return exchange;
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

  /** The control of invalid creations: a valid one with that status, sent in the same way, which returned 201. */
  async acceptedCreation(status: PlainStatus): Promise<RelatedExchange> {
    const known = this.session.acceptedCreations.get(status);
    if (known !== undefined) {
      return { role: 'control', exchange: known.number };
    }
    const answer = await this.createPlain(status);
    assume(
      answer.status === 201,
      `a valid creation returned ${answer.status}, so a refusal would prove nothing: see create/accepts-valid`,
    );
    return { role: 'control', exchange: answer.exchange.number };
  }

  /** The animals of this run, oldest first, without those that a check may have changed. */
  get own(): KnownAnimal[] {
    return this.history.created.filter(({ tainted }) => !tainted);
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
      `no animal could be created (POST /pets returned ${answer.status}): see create/accepts-valid`,
    );
    return animal;
  }

  /** The id of an existing animal: one of this run, or a listed one in a read-only run. */
  async knownId(): Promise<bigint> {
    if (!this.options.readOnly) {
      return (await this.ownAnimal()).id;
    }
    const [first] = this.history.seen;
    assume(first !== undefined, 'the store has no animal to read, and --read-only forbids creating one');
    return first.id;
  }

  /** Reads a new animal by its id, so that the watches also judge the stored values and not only the echoed ones. */
  async readBack(creation: Answer): Promise<void> {
    if (creation.pet !== null) {
      await this.get(creation.pet.id);
    }
  }

  /** Whether this run also checks that requirement. */
  isSelected(id: RequirementId): boolean {
    return this.options.selected.includes(id);
  }

  /** @throws {Skipped} in a read-only run. */
  refuseInReadOnlyRuns(): void {
    if (this.options.readOnly) {
      throw new Skipped('may need to create an animal, which `--read-only` forbids');
    }
  }

  /** Adds an exchange of another check as evidence for this requirement. */
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
