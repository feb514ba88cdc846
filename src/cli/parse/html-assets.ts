import type { HtmlAssets } from '../../report/html/page-assets.ts';
import { parseChoice } from './choice.ts';
import type { Given } from './given.ts';

/**
 * Reads where a page has its style and its script: within it unless told otherwise.
 *
 * @throws {UsageError} for anything but `inline` and `external`.
 */
export function parseHtmlAssets(given: Given | undefined): HtmlAssets {
  return given === undefined ? 'inline' : parseChoice(given, ['inline', 'external']);
}
