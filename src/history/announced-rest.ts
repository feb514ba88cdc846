import type { HeaderList } from '../exchange/exchange.ts';

const nextLink = /;\s*rel\s*=\s*(?:next|"(?:[^"]*\s)?next(?:\s[^"]*)?")\s*(?:[;,]|$)/i;
const continuation =
  /(?:^|[-_])(?:has[-_]?)?(?:next(?:[-_]?(?:page|cursor|token|link|offset|url|id))?|cursor|continuation(?:[-_]?token)?|more)(?:$|[-_])/i;
const nothing = /^\s*(?:|""|false|no|none|null|0|-1)\s*$/i;
const count = /^(?!x-ratelimit|ratelimit).*(?:total|count)/i;
const pages = /pages|page[-_]?count/i;
const pagination = /pagination/i;
const paginationNext = /"(?:has)?_?next\w*"\s*:\s*(?!null|false|""|0\b)/i;
const paginationTotal = /"total_?\w*"\s*:\s*"?(\d{1,15})/gi;

/**
 * Whether the header fields of a list of `length` animals announce further ones: by a link to a next page (RFC 8288), a
 * next page, cursor or token, or a count above its length. The document does not show the mechanism, and services may
 * filter after they have cut a page, so such a list is not complete however short it is.
 */
export function announcesMore(headers: HeaderList, length: number): boolean {
  return headers.some(([name, value]) => {
    if (/^link$/i.test(name)) {
      return nextLink.test(value);
    }
    if (/^content-range$/i.test(name)) {
      return Number(/\/\s*(\d{1,15})\s*$/.exec(value)?.[1] ?? 0) > length;
    }
    if (pagination.test(name) && value.includes('{')) {
      const totals = [...value.matchAll(paginationTotal)].map(([, total]) => Number(total));
      return paginationNext.test(value) || totals.some((total) => total > length);
    }
    if (count.test(name) && /^\s*\d{1,15}\s*$/.test(value)) {
      return Number(value) > (pages.test(name) ? 1 : length);
    }
    return continuation.test(name) && !nothing.test(value);
  });
}
