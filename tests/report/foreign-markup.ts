import { script } from '../../src/report/html/page-assets.ts';

const elements =
  'a|article|aside|bdi|body|circle|code|dd|desc|details|div|dl|dt|fieldset|figcaption|figure|footer|h1|h2|h3|head|header|html|input|label|legend|li|line|main|meta|nav|p|path|pre|rect|section|span|strong|style|summary|svg|table|tbody|td|text|th|thead|title|tr|ul';
const attributes =
  'aria-hidden|aria-label|aria-labelledby|charset|checked|class|content|cx|cy|d|dx|height|href|http-equiv|id|lang|name|preserveAspectRatio|r|role|scope|type|value|viewBox|width|x|x1|x2|y|y1|y2';
const ownTag = new RegExp(`^<(?:!doctype html|/?(?:${elements})(?: (?:${attributes})(?:="[^"<>]*")?)*/?)>`);
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const longestTag = 20_000;

/** What stands in an `index.html` that is not the report's own markup, or `null` where nothing does. */
export function foreignMarkup(page: string): string | null {
  const html = page.replace(`<script>${script}</script>`, '');
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (!ownTag.test(html.slice(at, at + longestTag))) {
      return `the tag ${JSON.stringify(html.slice(at, at + 80))}`;
    }
  }
  for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
    if (!/^#[a-z0-9/-]+$/.test(href)) {
      return `the address ${JSON.stringify(href)}`;
    }
  }
  const character = invisible.exec(html);
  return character === null ? null : `the invisible character ${JSON.stringify(character[0])}`;
}
