import { NotRecorded } from './recorded-traffic.ts';

const petsPath = /^(.*)\/pets(?:\/[^/]*)?$/;
const resourcePath = /\/pets(?:\/-?\d+)?(?:[?#]|$)/;
const mostNamed = 5;
/** Origin, and path and query as written, of a URL; `null` if it is not an http URL. */
function partsOf(url: string) {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return URL.canParse(url) && /^https?:/i.test(url) ? { origin: new URL(url).origin, path, query } : null;
}

/** Path and query below a base URL, or `null` for another URL. */
export function targetBelow(url: string, baseUrl: string): string | null {
  const base = partsOf(baseUrl);
  const parts = partsOf(url);
  if (base === null || parts === null || parts.origin !== base.origin) {
    return null;
  }
  return parts.path.startsWith(`${base.path}/`) ? parts.path.slice(base.path.length) + parts.query : null;
}

/**
 * The only base URL with requests to `/pets`, or of several the only one with lists or animals in JSON, if each responded:
 * the others are pages, pictures and redirects.
 *
 * @throws {NotRecorded} if there is none, or more than one.
 */
export function guessBaseUrl(
  responses: readonly { readonly url: string; readonly isJson: boolean; readonly isAnswered: boolean }[],
  label: string,
): string {
  const all = countedBases(responses);
  const answered = countedBases(responses.filter(({ isAnswered }) => isAnswered));
  const withJson = countedBases(responses.filter(({ url, isJson }) => isJson && resourcePath.test(url)));
  const [first, ...others] = withJson.length === 1 && answered.length === all.length ? withJson : all;
  if (first === undefined) {
    throw new NotRecorded(
      `${label} has no request to /pets: record one, or pass the base URL with --base-url`,
    );
  }
  if (others.length > 0) {
    const named = [first, ...others].slice(0, mostNamed).map(([base, count]) => `${base} (${count})`);
    const more = others.length + 1 > mostNamed ? ' and others' : '';
    throw new NotRecorded(
      `${label} has requests to /pets below several base URLs: ${named.join(', ')}${more}; choose one with --base-url`,
    );
  }
  return first[0];
}

/** The base URLs with the numbers of their requests to `/pets`, most first. */
function countedBases(
  responses: readonly { readonly url: string }[],
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { url } of responses) {
    const parts = partsOf(url);
    const prefix = petsPath.exec(parts?.path ?? '')?.[1];
    if (parts !== null && prefix !== undefined) {
      const base = parts.origin + prefix;
      counts.set(base, (counts.get(base) ?? 0) + 1);
    }
  }
  return [...counts].sort((left, right) => right[1] - left[1]);
}
