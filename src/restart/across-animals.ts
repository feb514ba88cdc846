import type { CreationOutcome } from '../animals/animal-history.ts';
import { petsOf } from '../animals/pet.ts';
import { tagsIn } from '../animals/tag.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerOf } from '../suite/answer.ts';
import type { Session } from '../suite/session.ts';
import { createPet, getPet, listPets } from '../target/api-request.ts';
import type { AcrossPromise } from '../verdict/across-record.ts';
import { EarlierAnimals, type ListedAnimal } from './across-earlier-animals.ts';

/** The name of all that is sent across a command, as `preflight` is one. */
export const acrossCheck = 'across';

/** Animals that are created before and after the command, one of each status. */
const created = petStatuses;
/** The animals of a run across a command. */
export class AcrossAnimalsCheck {
  readonly #session: Session;
  #before = new Set<bigint>();

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

  /** The animals of before, to be read again. */
  get earlier(): EarlierAnimals {
    const { history } = this.#session;
    const own = history.created.filter(({ id, tainted }) => this.#before.has(id) && !tainted);
    return new EarlierAnimals(this.#session, own, {
      read: (id) => this.#send(getPet(id, this.#session.key)),
      listed: () => this.#listed(),
    });
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
