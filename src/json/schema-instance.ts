import { int64, type JsonObject, type JsonValue } from './exact-json.ts';
import { InexactNumber, isFraction } from './json-number.ts';

const farBeyond = 1e300;
const fraction = 0.5;

/**
 * The value for a validator that computes in doubles, such as Ajv.
 *
 * Every number is replaced by a double of which a schema with int64 bounds says the same as of the exact
 * number: an integer in int64 by the nearest double, as Ajv reads the bounds too, an integer beyond
 * them by one far beyond, a true fraction by a fraction. A loop over a list, since a body may be nested deeper than the stack.
 */
export function schemaInstance(value: JsonValue): unknown {
  const pending: Container[] = [];
  const root = converted(value, pending);
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    container.copy(pending);
  }
  return root;
}

/** A container whose own values are still to be copied. */
interface Container {
  copy(pending: Container[]): void;
}

class ArrayCopy implements Container {
  readonly items: unknown[] = [];
  readonly #source: JsonValue[];

  constructor(source: JsonValue[]) {
    this.#source = source;
  }

  copy(pending: Container[]): void {
    for (const item of this.#source) {
      this.items.push(converted(item, pending));
    }
  }
}

class ObjectCopy implements Container {
  readonly members: Record<string, unknown> = {};
  readonly #source: JsonObject;

  constructor(source: JsonObject) {
    this.#source = source;
  }

  copy(pending: Container[]): void {
    for (const name in this.#source) {
      const value = converted(this.#source[name] ?? null, pending);
      if (name === '__proto__') {
        Object.defineProperty(this.members, name, { value, enumerable: true });
      } else {
        this.members[name] = value;
      }
    }
  }
}

function converted(value: JsonValue, pending: Container[]): unknown {
  if (typeof value === 'bigint') {
    return toDouble(value);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (value instanceof InexactNumber) {
    return inexactToDouble(value);
  }
  if (Array.isArray(value)) {
    const array = new ArrayCopy(value);
    pending.push(array);
    return array.items;
  }
  const object = new ObjectCopy(value);
  pending.push(object);
  return object.members;
}

function toDouble(integer: bigint): number {
  if (integer > int64.maximum) {
    return farBeyond;
  }
  if (integer < int64.minimum) {
    return -farBeyond;
  }
  return Number(integer);
}

function inexactToDouble(number: InexactNumber): number {
  if (isFraction(number)) {
    return fraction;
  }
  return number.literal.startsWith('-') ? -farBeyond : farBeyond;
}
