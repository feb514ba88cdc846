/** Text of the user with its origin: `--seed`, `ANIMAL_STORE_API_KEY`, `"seed" in conformance.config.json`. */
export interface Given {
  readonly text: string;
  readonly label: string;
}

/** A parsed value with its origin. */
export interface Located<Value> {
  readonly value: Value;
  readonly label: string;
}
