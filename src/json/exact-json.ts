import { randomBytes } from 'node:crypto';

/**
 * A JSON value in which no integer has lost a digit (RFC 8259 section 6).
 *
 * Every number that is mathematically an integer (`7`, `1.0`, `1e2`, 2^63) is a `bigint`; every other
 * number is an `InexactNumber`, which keeps its literal. So `typeof value === 'bigint'` means "integer".
 */
export type JsonValue = null | boolean | string | bigint | InexactNumber | JsonValue[] | JsonObject;

/** A JSON object. Only own members count: `__proto__` is a member like any other. */
export interface JsonObject {
  [member: string]: JsonValue;
}

/** A JSON number that is no integer, or whose exponent is too large to write it out. */
export class InexactNumber {
  readonly literal: string;

  constructor(literal: string) {
    this.literal = literal;
  }
}

const marker = `\u0000${randomBytes(12).toString('hex')}:`;
const needsExactness = /\d[.eE]|\d{16}/;
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const largestExponent = 400;

/**
 * Parses JSON text without loss.
 *
 * `JSON.parse` decides what is well-formed (and copes with any depth); numbers that a double can't hold are
 * carried past it as marked strings.
 *
 * @throws {SyntaxError} where the text is not JSON.
 */
export function parseJson(text: string): JsonValue {
  if (!needsExactness.test(text)) {
    return exact(JSON.parse(text));
  }
  JSON.parse(text);
  const carried = text.replace(stringOrNumber, (token) =>
    token.startsWith('"') ? token : JSON.stringify(marker + token),
  );
  return exact(JSON.parse(carried));
}

function exact(root: unknown): JsonValue {
  const holder: { root: unknown } = { root };
  const pending: object[] = [holder];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    for (const [member, value] of Object.entries(container)) {
      if (typeof value === 'object' && value !== null) {
        pending.push(value);
      } else {
        const converted = exactScalar(value);
        if (converted !== value) {
          Object.defineProperty(container, member, {
            value: converted,
            enumerable: true,
            writable: true,
            configurable: true,
          });
        }
      }
    }
  }
  return holder.root as JsonValue;
}

function exactScalar(value: unknown): unknown {
  if (typeof value === 'number') {
    return BigInt(value);
  }
  if (typeof value === 'string' && value.startsWith(marker)) {
    return exactNumber(value.slice(marker.length));
  }
  return value;
}

/** Reads a JSON number literal: a `bigint` where it is an integer (`1.0` and `1e2` are), else its literal. */
export function exactNumber(literal: string): bigint | InexactNumber {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal);
  if (parts === null) {
    return new InexactNumber(literal);
  }
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') {
    return 0n;
  }
  const significant = digits.replace(/0+$/, '');
  const shift = Number(exponent) - fraction.length + (digits.length - significant.length);
  if (shift < 0 || shift > largestExponent) {
    return new InexactNumber(literal);
  }
  return BigInt(`${sign}${significant}${'0'.repeat(shift)}`);
}

/** Writes a value as JSON text without white space, integers to the last digit. */
export function writeJson(value: JsonValue): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value instanceof InexactNumber) {
    return value.literal;
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeJson).join(',')}]`;
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`,
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Whether a value is a JSON object (no array, no null). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** The own member of an object, or `undefined`: `__proto__` and `toString` are found only where they were sent. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether two values are the same JSON value: members in any order, numbers by value, text by code unit. */
export function jsonEquals(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) {
    return true;
  }
  if (left instanceof InexactNumber && right instanceof InexactNumber) {
    return left.literal === right.literal;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => jsonEquals(item, right[index]));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && jsonEquals(left[name], right[name]))
    );
  }
  return false;
}

/** The bounds of int64 (`format: int64`). */
export const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const;

/** Whether a value is an integer within int64. */
export function isInt64(value: JsonValue | undefined): value is bigint {
  return typeof value === 'bigint' && value >= int64.minimum && value <= int64.maximum;
}
