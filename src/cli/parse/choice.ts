import { type Located, quoted, suggestion, UsageError } from '../usage-error.ts';

/**
 * One of a few words.
 *
 * @throws {UsageError} for any other word, with the nearest of them.
 */
export function parseChoice<Choice extends string>(
  given: Located<string>,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === given.value);
  if (chosen === undefined) {
    throw new UsageError(
      `${given.label}: ${quoted(given.value)} is not one of ${choices.join(', ')}${suggestion(given.value, choices)}`,
    );
  }
  return chosen;
}
