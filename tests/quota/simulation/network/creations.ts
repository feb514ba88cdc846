import type { Phase, RefusedCreations } from '../../../../src/quota/quota-wire.ts';
import type { ServiceAnswer, ServiceRequest } from '../service/service.ts';

/** What became of the creations of a measurement, as the lists of phase `effect` show it: all of them whole. */
export class Creations {
  readonly #refused: { readonly entry: number; readonly addsAnimal: boolean }[] = [];
  #accepted = false;
  #list: number | null = null;

  /** Takes note of an answer that became that entry of the timeline. */
  note(entry: number, phase: Phase, request: Pick<ServiceRequest, 'operation'>, answer: ServiceAnswer): void {
    if (request.operation === 'createPet') {
      this.#accepted ||= answer.status === 201;
      if (answer.status === 429) {
        this.#refused.push({ entry, addsAnimal: answer.addsAnimal });
      }
    } else if (phase === 'effect' && request.operation === 'listPets' && answer.status === 200) {
      this.#list = entry;
    }
  }

  shown(): RefusedCreations {
    const list = this.#list;
    const carriedOut = this.#refused.filter(
      ({ entry, addsAnimal }) => addsAnimal && list !== null && entry < list,
    );
    return {
      refused: this.#refused.map(({ entry }) => entry),
      carriedOut: carriedOut.map(({ entry }) => ({ creation: entry, list: list ?? entry })),
      completeList: this.#accepted ? list : null,
    };
  }
}
