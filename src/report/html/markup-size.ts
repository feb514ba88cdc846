import { cutText } from '../cut-text.ts';
import { visibleText } from '../visible-text.ts';

/** How many bytes a text takes in a page, kept to `maximum` characters: made visible, escaped, in UTF-8. */
export function markupSize(text: string, maximum: number): number {
  const visible = visibleText(cutText(text, maximum).text);
  const escaped = visible.match(/[<&"]/g)?.length ?? 0;
  return Buffer.byteLength(visible) + escaped * 5;
}
