import type { HeaderList } from '../exchange/exchange.ts';

const items = '(?:items?|results?|records?|rows?|entries|elements|pets?|animals?)';
/** Endings of names that announce further animals, with hyphens between words. */
const endings = [
  // Any words after `next` or `more`, except those that do not concern a list.
  `(?:has-?|is-?)?(?:next(?!js)|more)(?:-?(?!maintenance|cache|release|version|window|reset)[a-z]+){0,2}`,
  '(?:page|paging|scroll|continu[a-z]*|resum[a-z]*|skip|sync|start|seq)-?(?:token|state|key|id|start|cursor|from)|scroll',
  'continu[a-z]*|cursor(?:-?next)?|marker|bookmark',
  '(?:is-?)?(?:truncated|partial|incomplete)(?:-?(?:results?|list|page))?',
  'last-?(?:evaluated-?)?key|(?<!retry-)after',
  `remaining-?${items}|${items}-?(?:remaining|left)`,
];
const continuation = new RegExp(`(?:^|-)(?:${endings.join('|')})$`);
/** Names whose negative value announces further animals. */
const end = /(?:^|-)(?:is-?)?(?:last(?:-?page)?|complete|final|end)$/;
const page = /(?:^|-)page$/;
const pageOf = /^\s*(\d{1,9})\s*(?:\/|of)\s*(\d{1,9})\s*$/i;
const pages =
  /(?:^|-)(?:(?:total-?)?pages|(?:total-?)?pages?-?count|(?:last|max)-?page|pages?-?(?:total|max))$/;
const count = new RegExp(
  `(?:^|-)(?:total(?:-?(?:count|size|hits|number|${items}))?|(?:${items}-?)?(?:count|total)|number-?of-?${items}|${items}|(?:collection|list|result)-?size|matche[ds]|hits|found)$`,
);
/** Words in names of counts of something else than listed animals. */
const otherCount =
  /(?:^|-)(?:cache|requests?|quer(?:y|ies)|attempts?|retr(?:y|ies)|times?|limits?|ratelimit|rate|errors?|connections?)(?:-|$)/;
const range = /(?:^|-)range$/;
const links = /(?:^|-)links?$/;
const structured = /(?:^|-)(?:pagination|paging|(?:pagination|paging|page)-?info)$/;

/** An extension relation type is a URL (RFC 8288, section 2.1.2), such as one that ends in `/next`. */
const nextLink = /;\s*rel\s*=\s*(?:next|(["'])(?:[^"']*[\s/#:])?next(?:\s[^"']*)?\1)\s*(?:[;,]|$)/i;
const nothing = /^\s*(?:|""|''|false|no|none|null|0|-1)\s*$/i;
const negative = /^\s*"?(?:false|no|0)"?\s*$/i;
const wholeNumber = /^\s*"?\s*(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})\s*"?\s*$/;
/** The members of a JSON object or a list of parameters, at any depth; of an object within it only the brace. */
const member = /["']?([A-Za-z][\w-]{0,40})["']?\s*[:=]\s*("[^"]*"|[{[]|[^\s,;{}[\]]+)/g;

/**
 * Whether the header fields of a list of `length` animals announce further ones: by a link to a next page (RFC 8288), a
 * next page, cursor or token, or a count above its length. The document does not show the mechanism, and services may
 * filter after they have cut a page, so such a list is not complete however short it is.
 */
export function announcesMore(headers: HeaderList, length: number): boolean {
  return headers.some(([name, value]) => announces(wordsOf(name), value, length));
}

function announces(words: string, value: string, length: number): boolean {
  // Where the total is unknown (`*`), more may follow.
  const [, total = '0'] = /\/\s*(\d{1,15}|\*)\s*$/.exec(value) ?? [];
  const [, at = '0', of = '0'] = pageOf.exec(value) ?? [];
  const number = numberIn(value) ?? 0;
  return (
    (links.test(words) && nextLink.test(value)) ||
    (range.test(words) && (total === '*' || Number(total) > length)) ||
    (page.test(words) && Number(of) > Number(at)) ||
    (pages.test(words) && number > 1) ||
    (count.test(words) && !otherCount.test(words) && number > length) ||
    ((structured.test(words) || links.test(words)) && hasAnnouncingMember(value, length)) ||
    (end.test(words) ? negative.test(value) : continuation.test(words) && !nothing.test(value))
  );
}

function hasAnnouncingMember(value: string, length: number): boolean {
  return [...value.matchAll(member)].some(([, name = '', inner = '']) =>
    announces(wordsOf(name), inner, length),
  );
}

/** `X-NextPage` and `next_page` as `x-next-page` and `next-page`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

function numberIn(value: string): number | null {
  const [, digits] = wholeNumber.exec(value) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}
