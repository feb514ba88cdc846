import { Redactor } from '../secrets/redaction.ts';
import { UsageError } from './usage-error.ts';

/**
 * Refuses a base address in which a key stands: every report shows the address. A key that is an ordinary word is let
 * through.
 *
 * @throws {UsageError} which tells neither.
 */
export function refuseKeyInAddress(baseUrl: string, label: string, keys: readonly string[]): void {
  const redactor = new Redactor(keys.map((value) => ({ value, shownAs: '' })));
  if (redactor.redaction(baseUrl).showedWhole) {
    throw new UsageError(
      `${label}: it contains a key, and every report would show it; pass a base URL without the key`,
    );
  }
}
