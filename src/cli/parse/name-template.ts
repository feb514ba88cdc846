import { tagPlace } from '../../arbitraries/names.ts';
import { quoted, requireThat, UsageError } from '../usage-error.ts';

const longestTemplate = 200;

/**
 * A name with the placeholder `{tag}`, which distinguishes the names of a run.
 *
 * @throws {UsageError} without the placeholder, or if longer than 200 characters.
 */
export function parseNameTemplate(text: string): string {
  requireThat(
    text.includes(tagPlace),
    `${quoted(text)} has no ${tagPlace}: write it where the run's tag of ten letters goes, e.g. 'Rex ${tagPlace}'`,
  );
  if (text.length > longestTemplate) {
    throw new UsageError(`it is longer than ${longestTemplate} characters`);
  }
  return text;
}
