/** The kinds of traffic that a requirement can't be decided without. */
export class Needs {
  /** The number of each that decided nothing. */
  readonly #missing: Map<string, number>;

  /** @param kinds in plain words, as `404 of getPet` */
  constructor(kinds: readonly string[]) {
    this.#missing = new Map(kinds.map((kind) => [kind, 0]));
  }

  /** Counts a received one, whether or not it decides anything. */
  notice(kind: string): void {
    const count = this.#missing.get(kind);
    if (count !== undefined) {
      this.#missing.set(kind, count + 1);
    }
  }

  reach(kind: string): void {
    this.#missing.delete(kind);
  }

  get missing(): readonly string[] {
    return [...this.#missing.keys()];
  }

  /** Like above with a required form: `404 of getPet as a readable Error (3 received, none was)`. */
  missingAs(form: string): readonly string[] {
    return [...this.#missing].map(([kind, count]) =>
      count === 0 ? kind : `${kind} as ${form} (${count} received, none was)`,
    );
  }
}
