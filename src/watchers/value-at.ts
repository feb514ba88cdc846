import { isJsonObject, type JsonValue, member, writeJson } from '../json/exact-json.ts';
import { quoted } from './quoted.ts';

/** What stands at a place of a body, for a finding: a scalar as it is, a container by the names of its members. */
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
