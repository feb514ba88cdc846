import type { ApiRequest, Parts } from './parts.ts';
import type { IssuedKey } from './plans.ts';

const bearer = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/** Reads the token of `Authorization: Bearer <API_KEY>` (RFC 6750 section 2.1; schemes know no letter case). */
export function readCredential(request: ApiRequest): string | null {
  return bearer.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Looks tokens up among the keys that were issued and not revoked. */
export function createKeyFinder(issuedKeys: readonly IssuedKey[]): Parts['findKey'] {
  const valid = new Map(issuedKeys.filter((issued) => !issued.revoked).map((issued) => [issued.key, issued]));
  return (token) => valid.get(token) ?? null;
}
