import { afterString, type JsonValue, jsonEquals, parseJson } from './exact-json.ts';

/** A duplicate key whose values differ: parsers disagree on which one counts. */
export interface Contradiction {
  readonly name: string;
  readonly first: JsonValue;
  readonly second: JsonValue;
}

const space = /[ \t\n\r]*/y;
const scalarEnd = /[^ \t\n\r,\]}]*/y;

/**
 * The first duplicate key with different values, among these names, in a body that is an object or an array of objects.
 * Does not look into nested objects.
 *
 * @param text well-formed JSON
 * @param objects how many objects the body has on that level
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

/** The positions at which the items of an array begin. */
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

/** A loop instead of recursion, since the nesting may exceed the stack. */
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
