import { closestMatch } from 'leven';
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
 * The most similar candidate, or `undefined` if none is similar: of the letters of the word at most a third, or two, may
 * be wrong, missing or added.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const inSmallLetters = new Map([...candidates].map((candidate) => [candidate.toLowerCase(), candidate]));
  const maxDistance = Math.max(2, Math.floor(word.length / 3));
  const match = closestMatch(word.toLowerCase(), [...inSmallLetters.keys()], { maxDistance });
  return match === undefined ? undefined : inSmallLetters.get(match);
}

/** `; did you mean X?` for the most similar candidate, or the other text if none is similar. */
export function suggestion(word: string, candidates: Iterable<string>, otherwise = ''): string {
  const meant = nearest(word, candidates);
  return meant === undefined ? otherwise : `; did you mean ${meant}?`;
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
