import { quoted, requireThat, suggestion } from '../usage-error.ts';

/**
 * One of a few words.
 *
 * @throws {UsageError} for any other word, with the nearest of them.
 */
export function parseChoice<Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const chosen = choices.find((choice) => choice === text);
  requireThat(
    chosen !== undefined,
    `${quoted(text)} is not one of ${choices.join(', ')}${suggestion(text, choices)}`,
  );
  return chosen;
}
