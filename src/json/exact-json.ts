import { parse } from 'lossless-json';
import { exactNumber, InexactNumber, sameNumber } from './json-number.ts';

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

const lossyNumber = /\d[.eE]|\d{16}/;

/**
 * Parses JSON text without loss.
 *
 * @throws {SyntaxError} if the text is not JSON. @throws {RangeError} if it is nested too deeply for the stack.
 */
export function parseJson(text: string): JsonValue {
  return isLossless(text) ? exactValue(JSON.parse(text)) : (parseLossy(text, exactNumber) as JsonValue);
}

/** The value of JSON text, or `undefined` if it is not JSON, or nested too deeply for the stack. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The value of JSON text with numbers as `toNumber` reads their literals. @throws {SyntaxError} as `parseJson`. */
export function parseLossy(text: string, toNumber: (literal: string) => unknown): unknown {
  // Decides what is JSON: its errors are those of all other texts.
  JSON.parse(text);
  return parse(text, null, { parseNumber: toNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Whether a double certainly holds every number in a JSON text exactly. */
export function isLossless(text: string): boolean {
  return !lossyNumber.test(text);
}

/** Converts the result of `JSON.parse` for a lossless text to exact values, in place. */
export function exactValue(parsed: unknown): JsonValue {
  if (typeof parsed === 'object' && parsed !== null) {
    const members = parsed as Record<string, unknown>;
    for (const name in members) {
      // Sets no prototype, because the object has its own member `__proto__`.
      members[name] = exactValue(members[name]);
    }
  }
  return (typeof parsed === 'number' ? BigInt(parsed) : parsed) as JsonValue;
}

/** Writes a value as JSON text without white space, integers to the last digit. */
export function writeJson(value: JsonValue): string {
  // Loops, which take a third of the stack that callbacks do.
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push(writeJson(item));
    }
    return `[${parts.join()}]`;
  }
  if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      parts.push(`${JSON.stringify(name)}:${writeJson(item)}`);
    }
    return `{${parts.join()}}`;
  }
  if (typeof value === 'bigint') {
    return `${value}`;
  }
  return value instanceof InexactNumber ? value.literal : JSON.stringify(value);
}

/** Whether a value is a JSON object (no array, no null). */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof InexactNumber)
  );
}

/** An own member of an object, or `undefined`, also for `__proto__` and `toString`. */
export function member(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Whether two values are the same JSON value: members in any order, numbers by value, text by code unit. */
export function jsonEquals(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    for (const [index, item] of left.entries()) {
      if (!jsonEquals(item, right[index])) {
        return false;
      }
    }
    return left.length === right.length;
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = Object.keys(left);
    for (const name of names) {
      if (!jsonEquals(left[name], member(right, name))) {
        return false;
      }
    }
    return names.length === Object.keys(right).length;
  }
  return left instanceof InexactNumber && right instanceof InexactNumber
    ? sameNumber(left, right)
    : left === right;
}

/** The bounds of int64 (`format: int64`). */
export const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const;

/** Whether a value is an integer within int64. */
export function isInt64(value: JsonValue | undefined): value is bigint {
  return typeof value === 'bigint' && value >= int64.minimum && value <= int64.maximum;
}
