import { parse } from 'lossless-json';
import { type JsonValue, jsonEquals } from './exact-json.ts';
import { exactNumber } from './json-number.ts';

/** A duplicate key whose values differ: parsers disagree on which one counts. */
export interface Contradiction {
  readonly name: string;
  readonly first: JsonValue;
  readonly second: JsonValue;
}

/**
 * The first duplicate key with different values, among these names, in a body that is an object or an array of objects.
 * Does not look into nested objects.
 *
 * @param text well-formed JSON
 * @param names plain ASCII letters
 * @param objects how many objects the body has on that level
 */
export function contradiction(text: string, names: readonly string[], objects: number): Contradiction | null {
  // A name may be written with escapes.
  if (!text.includes('\\u00') && names.every((name) => text.split(`"${name}"`).length - 1 <= objects)) {
    return null;
  }
  const level = /^\s*\[/.test(text) ? 2 : 1;
  const depthAt = depthIn(text);
  let found: Contradiction | null = null;
  parse(text, null, {
    parseNumber: exactNumber,
    onDuplicateKey: ({ key: name, position, oldValue, newValue }) => {
      const [first, second] = [oldValue as JsonValue, newValue as JsonValue];
      if (found === null && names.includes(name) && depthAt(position - 1) === level) {
        found = jsonEquals(first, second) ? null : { name, first, second };
      }
      return newValue;
    },
  });
  return found;
}

/** The nesting depth of positions, queried in ascending order. */
function depthIn(text: string): (position: number) => number {
  let at = 0;
  let depth = 0;
  return (position) => {
    while (at < position) {
      const character = text[at] ?? '';
      depth += '[{'.includes(character) ? 1 : ']}'.includes(character) ? -1 : 0;
      at = character === '"' ? afterString(text, at) : at + 1;
    }
    return depth;
  };
}

/** The position after a JSON string whose opening quotation mark is at `opening`. */
function afterString(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}
