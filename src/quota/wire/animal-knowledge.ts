import { type JsonValue, member, readJson } from '../../json/exact-json.ts';
import type { RefusedCreations } from '../quota-wire.ts';
import type { TimelineEntry } from '../timeline.ts';

/** The documented default page size: a shorter list is complete. */
const surePageSize = 20;
const longestPage = 100;

/** The animals in the responses of a measurement: an id to request, and the results of refused creations. */
export class AnimalKnowledge {
  /** Creations by the name that they carry. */
  readonly #refused = new Map<string, TimelineEntry>();
  readonly #accepted = new Set<string>();
  readonly #carriedOut = new Map<TimelineEntry, TimelineEntry>();
  /** An animal that is known to be there, always the same. */
  animalId: bigint | null = null;
  #pageSize = surePageSize;
  /** Lists of phase `effect` that showed an animal of this measurement, and how many animals stood in them. */
  readonly #lists: { readonly entry: TimelineEntry; readonly length: number }[] = [];

  /** Whether `see` needs the response to a request. */
  wants({ status, operation, phase }: TimelineEntry): boolean {
    if (operation === 'createPet') {
      return status === 201 || status === 429;
    }
    const wanted = phase === 'effect' || (phase === 'calibrate' && this.animalId === null);
    return operation === 'listPets' && status === 200 && wanted;
  }

  /** Learns from the body of a response. `name`: the one that its request would create, or `null`. */
  see(entry: TimelineEntry, name: string | null, body: string): void {
    if (name !== null) {
      this.#seeCreation(entry, name, body);
    } else {
      this.#seeList(entry, body);
    }
  }

  refusedCreations(): RefusedCreations {
    const known = Math.min(longestPage, this.#pageSize);
    return {
      refused: [...this.#refused.values()],
      carriedOut: [...this.#carriedOut].map(([creation, list]) => ({ creation, list })),
      completeList: this.#lists.find(({ length }) => length < known)?.entry ?? null,
    };
  }

  #seeCreation(entry: TimelineEntry, name: string, body: string): void {
    if (entry.status === 429) {
      this.#refused.set(name, entry);
      return;
    }
    this.#accepted.add(name);
    this.animalId ??= idOf(readJson(body));
  }

  #seeList(entry: TimelineEntry, body: string): void {
    const pets = readJson(body);
    if (!Array.isArray(pets)) {
      return;
    }
    this.animalId ??= idOf(pets[0]);
    if (entry.phase !== 'effect') {
      return;
    }
    const names = new Set(pets.map((pet) => member(pet, 'name')));
    for (const [name, creation] of this.#refused) {
      if (names.has(name) && !this.#carriedOut.has(creation)) {
        this.#carriedOut.set(creation, entry);
      }
    }
    if ([...this.#accepted].some((name) => names.has(name))) {
      this.#lists.push({ entry, length: pets.length });
    }
    this.#pageSize = Math.max(this.#pageSize, pets.length);
  }
}

function idOf(pet: JsonValue | undefined): bigint | null {
  const id = member(pet, 'id');
  return typeof id === 'bigint' ? id : null;
}
