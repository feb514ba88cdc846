import { tagPlace } from '../../arbitraries/names.ts';
import { type Located, quoted, UsageError } from '../usage-error.ts';

const longestTemplate = 200;

/**
 * A name with `{tag}` in the place of what tells the names of a run apart.
 *
 * @throws {UsageError} where there is no such place, or it is longer than 200 characters.
 */
export function parseNameTemplate({ value: text, label }: Located<string>): string {
  if (!text.includes(tagPlace)) {
    throw new UsageError(
      `${label}: ${quoted(text)} has no ${tagPlace}: write it where the run's tag of ten letters goes, e.g. 'Rex ${tagPlace}'`,
    );
  }
  if (text.length > longestTemplate) {
    throw new UsageError(`${label}: it is longer than ${longestTemplate} characters`);
  }
  return text;
}
