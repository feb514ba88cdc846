import { afterString, type JsonValue, jsonEquals, parseJson } from './exact-json.ts';

/** A member that an object has twice, with values that differ: a parser takes either of them. */
export interface Contradiction {
  readonly name: string;
  readonly first: JsonValue;
  readonly second: JsonValue;
}

const space = /[ \t\n\r]*/y;
const scalarEnd = /[^ \t\n\r,\]}]*/y;

/**
 * The first contradiction about one of these members in a body: in the object that it is, or in the objects of the
 * array that it is; not in objects within these.
 *
 * @param text well-formed JSON
 * @param objects how many objects the body holds on that level
 */
export function contradiction(text: string, names: readonly string[], objects: number): Contradiction | null {
  if (names.every((name) => occurrences(text, JSON.stringify(name)) <= objects)) {
    return null;
  }
  const start = after(space, text, 0);
  const starts = text[start] === '[' ? itemsOf(text, start) : [start];
  for (const at of starts.filter((at) => text[at] === '{')) {
    const found = contradictionIn(text, at, names);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    count += 1;
  }
  return count;
}

function contradictionIn(text: string, opening: number, names: readonly string[]): Contradiction | null {
  const known = new Map<string, JsonValue>();
  let at = after(space, text, opening + 1);
  while (text[at] === '"') {
    const colon = after(space, text, afterString(text, at));
    const name = String(JSON.parse(text.slice(at, colon)));
    const start = after(space, text, colon + 1);
    const end = afterValue(text, start);
    if (names.includes(name)) {
      const second = parseJson(text.slice(start, end));
      const first = known.get(name);
      if (first !== undefined && !jsonEquals(first, second)) {
        return { name, first, second };
      }
      known.set(name, second);
    }
    at = after(space, text, end);
    at = text[at] === ',' ? after(space, text, at + 1) : at;
  }
  return null;
}

/** Where the items of an array begin. */
function itemsOf(text: string, opening: number): number[] {
  const starts: number[] = [];
  let at = after(space, text, opening + 1);
  while (at < text.length && text[at] !== ']') {
    starts.push(at);
    at = after(space, text, afterValue(text, at));
    at = text[at] === ',' ? after(space, text, at + 1) : at;
  }
  return starts;
}

function afterValue(text: string, start: number): number {
  switch (text[start]) {
    case '"':
      return afterString(text, start);
    case '{':
    case '[':
      return afterContainer(text, start);
    default:
      return after(scalarEnd, text, start);
  }
}

/** A loop, since a body may be nested deeper than the stack. */
function afterContainer(text: string, start: number): number {
  let open = 0;
  let at = start;
  do {
    switch (text[at]) {
      case '"':
        at = afterString(text, at);
        continue;
      case '{':
      case '[':
        open += 1;
        break;
      case '}':
      case ']':
        open -= 1;
        break;
    }
    at += 1;
  } while (open > 0);
  return at;
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}
