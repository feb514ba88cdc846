import type { RefusedCreations } from '../../../../src/quota/quota-wire.ts';
import type { TimelineEntry } from '../../../../src/quota/timeline.ts';
import type { ServiceAnswer } from '../service/service.ts';

/** What became of the creations of a measurement, as the lists of phase `effect` show it: all of them whole. */
export class Creations {
  readonly #refused: { readonly entry: TimelineEntry; readonly addsAnimal: boolean }[] = [];
  #accepted = false;
  #list: TimelineEntry | null = null;
  /** How many creations were refused before the list. */
  #refusedBefore = 0;

  /** Takes note of an answer that became that entry of the timeline. */
  note(entry: TimelineEntry, answer: ServiceAnswer): void {
    if (entry.operation === 'createPet') {
      this.#accepted ||= answer.status === 201;
      if (answer.status === 429) {
        this.#refused.push({ entry, addsAnimal: answer.addsAnimal });
      }
    } else if (entry.phase === 'effect' && entry.operation === 'listPets' && answer.status === 200) {
      this.#list = entry;
      this.#refusedBefore = this.#refused.length;
    }
  }

  shown(): RefusedCreations {
    const list = this.#list;
    const carriedOut = this.#refused.slice(0, this.#refusedBefore).filter(({ addsAnimal }) => addsAnimal);
    return {
      refused: this.#refused.map(({ entry }) => entry),
      carriedOut: carriedOut.map(({ entry }) => ({ creation: entry, list: list ?? entry })),
      completeList: this.#accepted ? list : null,
    };
  }
}
