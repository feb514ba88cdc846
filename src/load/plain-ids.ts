import type { Finding } from '../verdict/finding.ts';
import type { LoadAnswer } from './load-engine.ts';

/** The maximum number of ids that are remembered of each kind, to bound memory. */
const mostIds = 500_000;

/**
 * The ids in plain responses of a load. The watches do not see these responses, so they can't know that an id was given
 * or listed before.
 */
export class PlainIds {
  readonly #created = new Set<bigint>();
  /** When a list first showed an animal, in ms of the run's clock. */
  readonly #listedMs = new Map<bigint, number>();

  /** Remembers the animals of a list. A text would keep the whole list in memory, of which it is a part. */
  noteList(ids: readonly string[], { finishedAtMs }: LoadAnswer): void {
    for (const id of ids.map(BigInt)) {
      if (!this.#listedMs.has(id) && this.#listedMs.size < mostIds) {
        this.#listedMs.set(id, finishedAtMs);
      }
    }
  }

  /** Remembers a new animal. Returns a finding if another one has its id. */
  seeCreated(id: bigint, { number, sentAtMs }: LoadAnswer): Finding | null {
    const isGiven = this.#created.has(id);
    const isListed = (this.#listedMs.get(id) ?? sentAtMs) < sentAtMs;
    if (this.#created.size < mostIds) {
      this.#created.add(id);
    }
    if (!isGiven && !isListed) {
      return null;
    }
    return {
      requirement: 'create/unique-ids',
      kind: isGiven ? 'id-given-twice' : 'id-of-another',
      message: isGiven
        ? 'Two creations returned the same id'
        : 'A creation returned the id of an animal that was listed before',
      expected: 'an id that no other animal has',
      actual: `id ${id} again`,
      exchange: number,
      related: [],
    };
  }
}
