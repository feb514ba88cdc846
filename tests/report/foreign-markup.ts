import { markupOf } from './made-up-run.ts';

const elements =
  'a|article|aside|b|bdi|body|button|circle|code|dd|desc|details|div|dl|dt|fieldset|figcaption|figure|footer|h1|h2|h3|h4|head|header|html|input|kbd|label|legend|li|line|main|mark|meta|nav|output|p|path|pre|rect|search|section|span|strong|style|summary|svg|table|tbody|td|text|th|thead|title|tr|ul';
const attributes =
  'preserveAspectRatio|aria-labelledby|data-entries|autocomplete|aria-pressed|placeholder|aria-hidden|http-equiv|aria-label|spellcheck|tabindex|data-entry|colspan|content|checked|charset|viewBox|hidden|height|value|title|class|scope|width|role|type|lang|href|name|for|x2|id|dx|y2|cx|cy|y1|x1|y|r|d|x';
const ownTag = new RegExp(`^<(?:!doctype html|/?(?:${elements})(?: (?:${attributes})(?:="[^"<>]*")?)*/?)>`);
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const longestTag = 20_000;

/** What stands in an `index.html` that is not the report's own markup, or `null` where nothing does. */
export function foreignMarkup(page: string): string | null {
  const html = markupOf(page).replace('<script></script>', '');
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (!ownTag.test(html.slice(at, at + longestTag))) {
      return `the tag ${JSON.stringify(html.slice(at, at + 80))}`;
    }
  }
  for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    if (!/^#[a-z0-9./-]+$/.test(href)) {
      return `the address ${JSON.stringify(href)}`;
    }
  }
  const character = invisible.exec(html);
  return character === null ? null : `the invisible character ${JSON.stringify(character[0])}`;
}
