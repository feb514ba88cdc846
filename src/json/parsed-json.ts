import { exactValue, isLossless, type JsonValue, parseJson } from './exact-json.ts';
import { schemaInstance } from './schema-instance.ts';

/**
 * JSON text that was parsed, to be read exactly or to be judged by a schema. Most bodies hold no number that a
 * double can't hold: those are judged as `JSON.parse` gave them, and made exact only for who asks.
 */
export class ParsedJson {
  #doubles: { readonly tree: unknown } | null = null;
  #exact: { readonly tree: JsonValue } | null = null;

  /** @throws {SyntaxError} if the text is not JSON. */
  constructor(text: string) {
    if (isLossless(text)) {
      this.#doubles = { tree: JSON.parse(text) };
    } else {
      this.#exact = { tree: parseJson(text) };
    }
  }

  /** The exact value. */
  get value(): JsonValue {
    // The tree is made exact in place, and is one of doubles no longer.
    this.#exact ??= { tree: exactValue(this.#doubles?.tree) };
    this.#doubles = null;
    return this.#exact.tree;
  }

  /** The value for a validator that computes in doubles: see `schemaInstance`. Not to be changed, nor kept. */
  get instance(): unknown {
    return this.#doubles === null ? schemaInstance(this.value) : this.#doubles.tree;
  }
}
