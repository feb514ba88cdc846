/** Lists of all animals, or of those with a status. */
export type ListKind = 'whole' | 'filtered';

/** The number of animals that a page of every service holds: the default limit. */
export const knownPage = 20;

/** The sizes of the lists that a service has returned, which show whether a further one is cut. */
export class ListSizes {
  /** By kind and limit: the length of the longest list. */
  readonly #lengths = { whole: new Map<number, number>(), filtered: new Map<number, number>() };

  /** @param limit with which the list was requested (none: 20) */
  note(length: number, limit: number, kind: ListKind = 'whole'): void {
    const lengths = this.#lengths[kind];
    lengths.set(limit, Math.max(lengths.get(limit) ?? 0, length));
  }

  /** The length of the longest list so far. */
  get longest(): number {
    return this.#longestUpTo(Number.POSITIVE_INFINITY, 'whole', 'filtered');
  }

  /** The length of the longest list with this limit at most: with a larger limit, pages may be larger. */
  #longestUpTo(limit: number, ...kinds: ListKind[]): number {
    const lists = kinds.flatMap((kind) => [...this.#lengths[kind]]);
    return Math.max(0, ...lists.flatMap(([requested, length]) => (requested <= limit ? [length] : [])));
  }

  /**
   * Whether a list of `length` animals, requested with `limit` (none: 20), is known not to be cut at a number of animals:
   * it is shorter than its limit and than a list of this kind that this service has returned, with this limit at most.
   * Pages may be smaller than their limit, and smaller with a filter than without, but not empty. Since the default limit
   * is 20, a service whose pages of one kind hold 20 is taken for one whose others do.
   */
  isComplete(length: number, limit: number, kind: ListKind = 'whole'): boolean {
    const ofAnyKind = this.#longestUpTo(limit, 'whole', 'filtered');
    const page = Math.max(this.#longestUpTo(limit, kind), Math.min(knownPage, ofAnyKind));
    return length < limit && (length === 0 || length < page);
  }

  /**
   * Whether nothing indicates that a list is truncated, which suffices to pass a requirement but not to report a
   * violation. A page is assumed to hold 20, unless the run knows of more animals and no list was that long.
   */
  looksComplete(length: number, limit: number, knownAnimals: number): boolean {
    const page = knownAnimals > knownPage ? this.longest : Math.max(knownPage, this.longest);
    return length < limit && length < page;
  }
}
