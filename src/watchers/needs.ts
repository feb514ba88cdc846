/** The kinds of traffic that a requirement can't be decided without. */
export class Needs {
  /** How many of each came that decided nothing. */
  readonly #missing: Map<string, number>;

  /** @param kinds in plain words, as `404 of getPet` */
  constructor(kinds: readonly string[]) {
    this.#missing = new Map(kinds.map((kind) => [kind, 0]));
  }

  /** Counts one that came, whether or not it decides anything. */
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

  /** The same where one must have a form: `404 of getPet as a readable Error (3 came, none was)`. */
  missingAs(form: string): readonly string[] {
    return [...this.#missing].map(([kind, count]) =>
      count === 0 ? kind : `${kind} as ${form} (${count} received, none was)`,
    );
  }
}
