import { isJsonObject, type JsonValue, member, writeJson } from '../json/exact-json.ts';
import type { Contradiction } from '../json/repeated-members.ts';

const longest = 200;

/** Text of a server for a finding: quoted, control characters escaped, at most 200 characters. */
export function quoted(text: string): string {
  const written = JSON.stringify(text.slice(0, longest));
  return written.length <= longest ? written : beginning(text);
}

/** By character, so that neither a character nor an escape is split. */
function beginning(text: string): string {
  let inside = '';
  for (const character of text) {
    const next = JSON.stringify(character).slice(1, -1);
    if (inside.length + next.length > longest - 3) {
      break;
    }
    inside += next;
  }
  return `"${inside}…"`;
}

const longestOfTwo = 100;

/** The two values of a duplicate key, for a finding. */
export function twoValues({ first, second }: Contradiction): string {
  return `${shown(first)} and ${shown(second)}`;
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? quoted(value) : writeJson(value).slice(0, longestOfTwo);
}

/** The value at a position of a body, for a finding: a scalar as it is, a container by the names of its members. */
export function valueAt(body: JsonValue, pointer: string): string {
  const value = follow(body, pointer);
  const place = pointer === '' ? 'the body' : pointer;
  if (value === undefined) {
    return `nothing at ${place}`;
  }
  if (Array.isArray(value)) {
    return `${place} is an array of ${value.length}`;
  }
  if (isJsonObject(value)) {
    const names = Object.keys(value).slice(0, 10);
    return `${place} is an object with ${names.length === 0 ? 'no members' : quoted(names.join(', '))}`;
  }
  return `${place} is ${typeof value === 'string' ? quoted(value) : writeJson(value).slice(0, 200)}`;
}

/** Pointers come from our own schemas, whose member names need no escaping. */
function follow(body: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = body;
  for (const step of pointer.split('/').slice(1)) {
    value = Array.isArray(value) ? value[Number(step)] : member(value, step);
  }
  return value;
}
