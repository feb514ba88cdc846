/**
 * A cache of the values of the last few objects. All judges of an exchange run soon after each other, so a few are
 * enough, and much faster than a map.
 */
export class Recent<Key extends object, Value> {
  readonly #make: (key: Key) => Value;
  readonly #known: { key: Key; value: Value }[] = [];
  readonly #count: number;
  #oldest = 0;

  /** @param count how many are kept */
  constructor(count: number, make: (key: Key) => Value) {
    this.#count = count;
    this.#make = make;
  }

  /** Made once for all who ask about the same object in turn. */
  of(key: Key): Value {
    for (const known of this.#known) {
      if (known.key === key) {
        return known.value;
      }
    }
    const value = this.#make(key);
    this.#known[this.#oldest] = { key, value };
    this.#oldest = (this.#oldest + 1) % this.#count;
    return value;
  }
}
