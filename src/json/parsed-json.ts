import { exactValue, int64, isLossless, type JsonValue, parseJson, parseLossy } from './exact-json.ts';
import { exactNumber, InexactNumber, isFraction } from './json-number.ts';
import { plainPets } from './plain-pets.ts';
import { isTooDeep, mostLevels } from './text-structure.ts';

const farBeyond = 1e300;
const fraction = 0.5;

/**
 * Parsed JSON text, for exact reading or schema validation. If doubles hold all its numbers, as in most bodies, the result
 * of `JSON.parse` is validated, and converted to exact values on demand.
 */
export class ParsedJson {
  readonly text: string;
  /** The schema that the text certainly matches, without duplicate keys; then it is parsed only on demand. */
  readonly plain: 'pet' | 'pets' | null;
  #doubles: { readonly tree: unknown } | null = null;
  #exact: { readonly tree: JsonValue } | null = null;
  readonly #facts: { readonly name: string; readonly fact: unknown }[] = [];

  /** @throws {SyntaxError} if the text is not JSON, or nested too deeply. */
  constructor(text: string) {
    this.text = text;
    this.plain = plainPets(text);
    if (this.plain === null) {
      if (isTooDeep(text)) {
        throw new SyntaxError(`it has more than ${mostLevels} levels`);
      }
      this.#parse();
    }
  }

  #parse(): void {
    if (this.#doubles !== null || this.#exact !== null) {
      return;
    }
    if (isLossless(this.text)) {
      this.#doubles = { tree: JSON.parse(this.text) };
    } else {
      this.#exact = { tree: parseJson(this.text) };
    }
  }

  get value(): JsonValue {
    this.#parse();
    // Converts the tree in place, so it no longer has doubles.
    this.#exact ??= { tree: exactValue(this.#doubles?.tree) };
    this.#doubles = null;
    return this.#exact.tree;
  }

  /**
   * The value for a validator that computes in doubles, such as Ajv: every number that a double may not hold is
   * replaced by one with the same result under int64 bounds. Do not change or keep it.
   */
  get instance(): unknown {
    this.#parse();
    return this.#doubles === null ? parseLossy(this.text, judgedDouble) : this.#doubles.tree;
  }

  /**
   * A fact of this text, such as where it misses a schema, found once: bodies repeat under load.
   *
   * @param name one for each fact, which depends on the text alone
   */
  fact<Fact>(name: string, find: (parsed: ParsedJson) => Fact): Fact {
    for (const known of this.#facts) {
      if (known.name === name) {
        return known.fact as Fact;
      }
    }
    const fact = find(this);
    this.#facts.push({ name, fact });
    return fact;
  }
}

/**
 * The nearest double for an integer within int64, because Ajv parses the bounds as doubles too; a distant one for an
 * integer beyond.
 */
function judgedDouble(literal: string): number {
  const exact = exactNumber(literal);
  if (exact instanceof InexactNumber && isFraction(exact)) {
    return fraction;
  }
  const isWithin = typeof exact === 'bigint' && exact >= int64.minimum && exact <= int64.maximum;
  return isWithin ? Number(exact) : literal.startsWith('-') ? -farBeyond : farBeyond;
}
