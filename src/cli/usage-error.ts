import { visibleLine } from '../report/words.ts';
/**
 * A mistake in the command line, the environment, the configuration or a file that was given. Its message is one line
 * without a full stop at its end: the error, its position and the fix. It contains no secret.
 */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** @throws {UsageError} with the message if the condition is false. */
export function requireThat(condition: boolean, message: string): asserts condition {
  if (!condition) {
    throw new UsageError(message);
  }
}

const longest = 60;

/** Text of unknown origin in double quotes, for one line of a terminal: at most 60 characters. */
export function quoted(text: string): string {
  const characters = Array.from(text);
  const shown = visibleLine(characters.slice(0, longest).join(''));
  return `"${shown}${characters.length > longest ? '…' : ''}"`;
}

/**
 * The most similar candidate, or `undefined` if none is similar: at most a third of the letters of the longer word, or
 * two, may be wrong, missing, added or swapped with their neighbour.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const bound = Math.max(2, Math.floor(Math.max(word.length, candidate.length) / 3));
    if (Math.abs(word.length - candidate.length) > bound) {
      continue;
    }
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= bound && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean X?` for the most similar candidate, or the other text if none is similar. */
export function suggestion(word: string, candidates: Iterable<string>, otherwise = ''): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? otherwise : `; did you mean ${meant}?`;
}

/** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let distance = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        distance = Math.min(distance, at(beforePrevious, column - 2) + 1);
      }
      current.push(distance);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** Reads a value. A complaint about it begins with its origin. @throws {UsageError} */
export function readLocated<Value, Read>(
  { value, label }: Located<Value>,
  read: (value: Value) => Read,
): Read {
  try {
    return read(value);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${label}: ${error.message}`) : error;
  }
}

/** A value with its origin: `--seed`, `ANIMAL_STORE_API_KEY`, `"seed" in conformance.config.json`. */
export interface Located<Value> {
  readonly value: Value;
  readonly label: string;
}
