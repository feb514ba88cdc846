import { Redactor } from '../../secrets/redaction.ts';
import { requireThat } from '../usage-error.ts';

/**
 * Refuses a base URL that contains a key, because every report shows the URL. Accepts a key that is an ordinary word.
 *
 * @throws {UsageError} that contains neither.
 */
export function refuseKeyInAddress(baseUrl: string, label: string, keys: readonly string[]): void {
  const redactor = new Redactor(keys.map((value) => ({ value, shownAs: '' })));
  requireThat(
    !redactor.redaction(baseUrl).showedWhole,
    `${label}: it contains a key, and every report would show it; pass a base URL without the key`,
  );
}
