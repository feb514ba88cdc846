import { markdownParts } from './markdown-parts.ts';

/** Inline code, which doesn't reach over an empty line. */
const inlineCode = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])*?)(?<!`)\1(?!`)/g;

/** The targets of links and pictures, as they are written: `[text](target)`, `[name]: target`, `href="target"`. */
export function linkTargets(markdown: string): string[] {
  const text = withoutBlocks(markdown).replace(inlineCode, '');
  return [
    ...text.matchAll(/\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g),
    ...text.matchAll(/^ {0,3}\[(?!\^)[^\]]+\]:\s*<?([^\s>]+)/gm),
    ...text.matchAll(/\s(?:href|src)\s*=\s*["']([^"']*)["']/g),
  ].map(([, target = '']) => target);
}

/** The anchors that GitHub gives to the headings: of those with the same words, the second ends in `-1`. */
export function headingAnchors(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(markdown).matchAll(
    /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/gm,
  )) {
    const words = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    let anchor = words;
    for (let again = 1; anchors.has(anchor); again++) {
      anchor = `${words}-${again}`;
    }
    anchors.add(anchor);
  }
  return anchors;
}

function withoutBlocks(markdown: string): string {
  return [...markdownParts(markdown)].map((part) => (typeof part === 'string' ? part : '')).join('\n');
}
