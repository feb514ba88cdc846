import { partsOf } from '../report/shell-word.ts';

const plain = /^\$([A-Z_0-9]+)$/;
const shortened = /^\$\{([A-Z_0-9]+)(?:(%{1,2}|#{1,2})(\?{1,512}))?\}$/;

/**
 * A recorded text with the keys put in where it holds expressions for them: `$ANIMAL_STORE_API_KEY`, or a shortened
 * one as `${ANIMAL_STORE_API_KEY%?}`.
 *
 * @param keys by the names of their variables
 * @returns `null` where a key is not known, or an expression takes a shell
 */
export function spelledOut(text: string, keys: ReadonlyMap<string, string>): string | null {
  const parts = partsOf(text).map((part, index) => (index % 2 === 0 ? part : expanded(part, keys)));
  return parts.every((part) => part !== null) ? parts.join('') : null;
}

function expanded(expression: string, keys: ReadonlyMap<string, string>): string | null {
  const [, name, side = '', marks = ''] = plain.exec(expression) ?? shortened.exec(expression) ?? [];
  const key = name === undefined ? undefined : keys.get(name);
  if (key === undefined) {
    return null;
  }
  const characters = Array.from(key);
  if (marks.length > characters.length) {
    return key;
  }
  return side.startsWith('%')
    ? characters.slice(0, characters.length - marks.length).join('')
    : characters.slice(marks.length).join('');
}
