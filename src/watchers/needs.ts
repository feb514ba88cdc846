/** The kinds of traffic that a requirement can't be decided without. */
export class Needs {
  readonly #missing: Set<string>;

  /** @param kinds in plain words, as `404 of getPet` */
  constructor(kinds: readonly string[]) {
    this.#missing = new Set(kinds);
  }

  reach(kind: string): void {
    this.#missing.delete(kind);
  }

  get missing(): readonly string[] {
    return [...this.#missing];
  }
}
