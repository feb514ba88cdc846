/**
 * Caches the result for repeated texts, such as the bodies of lists and errors under load. Each length has one
 * place: comparing a text with the last one of its length is much faster than hashing it.
 */
export class RecentTexts<Value> {
  readonly #make: (text: string) => Value;
  readonly #known: ({ readonly text: string; readonly value: Value } | undefined)[];

  /** @param places how many texts are kept at most */
  constructor(places: number, make: (text: string) => Value) {
    this.#make = make;
    this.#known = new Array(places).fill(undefined);
  }

  /** The value of a text: the same object as before while the text keeps its place. */
  of(text: string): Value {
    const place = text.length % this.#known.length;
    const known = this.#known[place];
    if (known?.text === text) {
      return known.value;
    }
    const value = this.#make(text);
    this.#known[place] = { text, value };
    return value;
  }
}
