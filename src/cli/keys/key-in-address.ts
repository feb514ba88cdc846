import { Redactor } from '../../secrets/redaction.ts';
import { UsageError } from '../usage-error.ts';

/**
 * Refuses a base URL that contains a key, because every report shows the URL. Accepts a key that is an ordinary word.
 *
 * @throws {UsageError} that contains neither.
 */
export function refuseKeyInAddress(baseUrl: string, label: string, keys: readonly string[]): void {
  const redactor = new Redactor(keys.map((value) => ({ value, shownAs: '' })));
  if (redactor.redaction(baseUrl).showedWhole) {
    throw new UsageError(
      `${label}: it contains a key, and every report would show it; pass a base URL without the key`,
    );
  }
}
