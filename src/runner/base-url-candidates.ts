const mostCandidates = 5;

/**
 * Base URLs of the same origin that may have been meant, the likeliest first: up to a path segment `v1`, without
 * `pets` and what follows it, with `/v1` behind.
 */
export function baseUrlCandidates(baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const pets = segments.indexOf('pets');
  const before = pets === -1 ? segments : segments.slice(0, pets);
  const paths: string[] = [];
  for (let length = before.length; length >= 0; length -= 1) {
    const prefix = before.slice(0, length).map((segment) => `/${segment}`);
    const path = prefix.join('');
    paths.push(...(prefix.at(-1) === '/v1' ? [path] : [`${path}/v1`, path]));
  }
  const candidates = [...paths, '/api/v1'].map((path) => origin + path);
  return [...new Set(candidates)].filter((candidate) => candidate !== baseUrl).slice(0, mostCandidates);
}
