import { randomBytes } from 'node:crypto';
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

const marker = `\u0000${randomBytes(12).toString('hex')}:`;
const writtenMarker = JSON.stringify(marker).slice(0, -1);
const lossyNumber = /\d[.eE]|\d{16}/;

/**
 * Parses JSON text without loss.
 *
 * `JSON.parse` decides what is well-formed and copes with any depth; numbers that a double can't hold bypass it as
 * marked strings.
 *
 * @throws {SyntaxError} if the text is not JSON.
 */
export function parseJson(text: string): JsonValue {
  return isLossless(text) ? exactValue(JSON.parse(text)) : parseLossy(text, exactNumber, toBigInt);
}

/** The value of JSON text, or `undefined` if it is not JSON. */
export function readJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Parses JSON text with numbers that a double may not hold; `ofLossy` converts their literals.
 *
 * @throws {SyntaxError} if the text is not JSON.
 */
export function parseLossy<Value>(
  text: string,
  ofLossy: (literal: string) => Value,
  ofOther: (scalar: unknown) => unknown,
): JsonValue {
  JSON.parse(text);
  return exact(JSON.parse(carryLossyNumbers(text)), (scalar) =>
    typeof scalar === 'string' && scalar.startsWith(marker)
      ? ofLossy(scalar.slice(marker.length))
      : ofOther(scalar),
  );
}

/** Whether a double certainly holds every number in a JSON text exactly. */
export function isLossless(text: string): boolean {
  return !lossyNumber.test(text);
}

/** Converts the result of `JSON.parse` for a lossless text to exact values, in place. */
export function exactValue(parsed: unknown): JsonValue {
  return exact(parsed, toBigInt);
}

/**
 * Puts every lossy number of well-formed JSON into a marked string. A loop skips strings, because regular expressions
 * overflow their stack on long ones.
 */
function carryLossyNumbers(text: string): string {
  let carried = '';
  let copied = 0;
  const token = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [literal] = found;
    if (literal === '"') {
      token.lastIndex = afterString(text, found.index);
    } else if (lossyNumber.test(literal)) {
      carried += `${text.slice(copied, found.index)}${writtenMarker}${literal}"`;
      copied = token.lastIndex;
    }
  }
  return carried + text.slice(copied);
}

/** The position after a JSON string whose opening quotation mark is at `opening`. */
export function afterString(text: string, opening: number): number {
  let closing = text.indexOf('"', opening + 1);
  while (isEscaped(text, closing)) {
    closing = text.indexOf('"', closing + 1);
  }
  return closing + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}

function toBigInt(value: unknown): unknown {
  return typeof value === 'number' ? BigInt(value) : value;
}

/** Converts every scalar in place, without recursion, because a body may be nested deeper than the stack. */
function exact(root: unknown, convert: (scalar: unknown) => unknown): JsonValue {
  const holder = [root];
  const pending: object[] = [holder];
  for (let container = pending.pop(); container !== undefined; container = pending.pop()) {
    if (Array.isArray(container)) {
      convertItems(container, convert, pending);
    } else {
      convertMembers(container as Record<string, unknown>, convert, pending);
    }
  }
  return holder[0] as JsonValue;
}

function convertItems(items: unknown[], convert: (scalar: unknown) => unknown, pending: object[]): void {
  for (let index = 0; index < items.length; index += 1) {
    const value = items[index];
    if (typeof value === 'object' && value !== null) {
      pending.push(value);
    } else {
      items[index] = convert(value);
    }
  }
}

function convertMembers(
  members: Record<string, unknown>,
  convert: (scalar: unknown) => unknown,
  pending: object[],
): void {
  for (const name in members) {
    const value = members[name];
    if (typeof value === 'object' && value !== null) {
      pending.push(value);
    } else if (typeof value === 'number' || typeof value === 'string') {
      // Sets no prototype, because the object has its own member `__proto__`.
      members[name] = convert(value);
    }
  }
}

/** Writes a value as JSON text without white space, integers to the last digit; of any depth. */
export function writeJson(value: JsonValue): string {
  const written: string[] = [];
  const pending: (JsonValue | Punctuation)[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof Punctuation) {
      written.push(next.text);
    } else if (Array.isArray(next)) {
      written.push('[');
      pending.push(closingBracket);
      for (let index = next.length - 1; index >= 0; index -= 1) {
        pending.push(next[index] ?? null);
        if (index > 0) {
          pending.push(comma);
        }
      }
    } else if (isJsonObject(next)) {
      const members = Object.entries(next);
      written.push('{');
      pending.push(closingBrace);
      for (let index = members.length - 1; index >= 0; index -= 1) {
        const [name, member] = members[index] ?? ['', null];
        pending.push(member, new Punctuation(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`));
      }
    } else {
      written.push(writeScalar(next));
    }
  }
  return written.join('');
}

class Punctuation {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const comma = new Punctuation(',');
const closingBracket = new Punctuation(']');
const closingBrace = new Punctuation('}');

function writeScalar(value: null | boolean | string | bigint | InexactNumber): string {
  if (typeof value === 'bigint') {
    return value.toString();
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
  const pending: [JsonValue | undefined, JsonValue | undefined][] = [[left, right]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [one, other] = pair;
    if (one === other) {
      continue;
    }
    if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
      for (const [index, item] of one.entries()) {
        pending.push([item, other[index]]);
      }
    } else if (isJsonObject(one) && isJsonObject(other)) {
      const names = Object.keys(one);
      if (names.length !== Object.keys(other).length) {
        return false;
      }
      for (const name of names) {
        pending.push([one[name], member(other, name)]);
      }
    } else if (!(one instanceof InexactNumber && other instanceof InexactNumber && sameNumber(one, other))) {
      return false;
    }
  }
  return true;
}

/** The bounds of int64 (`format: int64`). */
export const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n } as const;

/** Whether a value is an integer within int64. */
export function isInt64(value: JsonValue | undefined): value is bigint {
  return typeof value === 'bigint' && value >= int64.minimum && value <= int64.maximum;
}
