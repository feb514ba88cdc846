/** Text as the user gave it, and where: `--seed`, `ANIMAL_STORE_API_KEY`, `"seed" in conformance.config.json`. */
export interface Given {
  readonly text: string;
  readonly label: string;
}

/** A value that was read, and where it was given. */
export interface Located<Value> {
  readonly value: Value;
  readonly label: string;
}
