import { type Given, quoted, suggestion, UsageError } from '../usage-error.ts';

/**
 * One of a few words.
 *
 * @throws {UsageError} for any other word, with the nearest of them.
 */
export function parseChoice<Choice extends string>(given: Given, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === given.text);
  if (chosen === undefined) {
    throw new UsageError(
      `${given.label}: ${quoted(given.text)} is not one of ${choices.join(', ')}${suggestion(given.text, choices)}`,
    );
  }
  return chosen;
}
