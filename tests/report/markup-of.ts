import { script, styleSheet } from '../../src/report/html/page-assets.ts';

/** A page without the text of its style and its script: what is left is made of the report. */
export function markupOf(page: string): string {
  return page.replace(script, '').replace(styleSheet, '');
}
