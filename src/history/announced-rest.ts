import type { HeaderList } from '../exchange/exchange.ts';

const items = '(?:items?|results?|records?|rows?|entries|elements|pets?|animals?)';
const nextPart = `(?:pages?|cursor|token|link|offset|url|uri|id|key|marker|${items})`;
/** How names end that say that something follows, their words joined by hyphens. */
const endings = [
  `(?:has-?|is-?)?(?:next|more)(?:-?${nextPart}){0,2}`,
  '(?:page|continuation|resume)-?token|cursor|continuation|marker|bookmark|truncated',
  'scroll(?:-?id)?|last-?(?:evaluated-?)?key|(?<!retry-)after',
  `remaining-?${items}|${items}-?(?:remaining|left)`,
];
const continuation = new RegExp(`(?:^|-)(?:${endings.join('|')})$`);
const pages = /(?:^|-)(?:(?:total-?)?pages|(?:total-?)?pages?-?count|last-?page|pages?-?total)$/;
const count = new RegExp(
  `(?:^|-)(?:total(?:-?(?:count|size|hits|number|${items}))?|(?:${items}-?)?(?:count|total)|number-?of-?${items}|results)$`,
);
/** Words of names that count something else than the animals of a list. */
const otherCount =
  /(?:^|-)(?:requests?|quer(?:y|ies)|attempts?|retr(?:y|ies)|times?|limits?|ratelimit|rate|errors?|connections?)(?:-|$)/;
const range = /(?:^|-)content-range$/;
const links = /(?:^|-)links?$/;
const structured = /(?:^|-)(?:pagination|paging|page-?info)$/;

const nextLink = /;\s*rel\s*=\s*(?:next|(["'])(?:[^"']*\s)?next(?:\s[^"']*)?\1)\s*(?:[;,]|$)/i;
const nothing = /^\s*(?:|""|''|false|no|none|null|0|-1)\s*$/i;
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
  if (links.test(words)) {
    return nextLink.test(value);
  }
  if (range.test(words)) {
    return Number(/\/\s*(\d{1,15})\s*$/.exec(value)?.[1] ?? 0) > length;
  }
  if (structured.test(words)) {
    return [...value.matchAll(member)].some(([, name = '', inner = '']) =>
      announces(wordsOf(name), inner, length),
    );
  }
  const number = numberIn(value);
  if (number !== null && pages.test(words)) {
    return number > 1;
  }
  if (number !== null && count.test(words) && !otherCount.test(words)) {
    return number > length;
  }
  return continuation.test(words) && !nothing.test(value);
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
