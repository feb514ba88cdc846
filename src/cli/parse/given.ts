/** A value as the user gave it, and where: `--seed`, `ANIMAL_STORE_API_KEY`, `"seed" in conformance.config.json`. */
export interface Given {
  readonly text: string;
  readonly label: string;
}
