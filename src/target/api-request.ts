import type { CredentialLabel } from '../exchange/exchange.ts';
import type { OutgoingHeader, OutgoingRequest } from './target.ts';

export interface Credential {
  readonly label: CredentialLabel;
  /** In plain words, for findings: `no Authorization header`. */
  readonly description: string;
  readonly headers: readonly OutgoingHeader[];
  /** Query parameters that carry it, already encoded, e.g. `api_key=…`, and how records show them. */
  readonly query?: { readonly value: string; readonly shownAs: string };
}

/** The key in the documented form (section "Authentication", rule 2). */
export function bearer(key: string, label: CredentialLabel, shownAs: string): Credential {
  return {
    label,
    description: 'the API key as a bearer token',
    headers: [{ name: 'Authorization', value: `Bearer ${key}`, shownAs: `Bearer ${shownAs}` }],
  };
}

/** The query parameters of a list; values are percent-encoded. */
export interface ListParameters {
  readonly limit?: string | number | bigint | undefined;
  readonly status?: string | undefined;
}

/** `GET /pets` with the documented parameters. */
export function listPets(query: ListParameters, credential: Credential): OutgoingRequest {
  const parameters: string[] = [];
  if (query.limit !== undefined) {
    parameters.push(`limit=${encodeURIComponent(String(query.limit))}`);
  }
  if (query.status !== undefined) {
    parameters.push(`status=${encodeURIComponent(query.status)}`);
  }
  return listPetsByQuery(parameters.join('&'), credential);
}

/** `GET /pets` with a query string of one's own, already encoded. */
export function listPetsByQuery(query: string, credential: Credential): OutgoingRequest {
  return withCredential('GET', query === '' ? '/pets' : `/pets?${query}`, [], null, credential);
}

/** `GET /pets/{petId}` with a percent-encoded id. */
export function getPet(id: bigint | string, credential: Credential): OutgoingRequest {
  return withCredential('GET', `/pets/${encodeURIComponent(String(id))}`, [], null, credential);
}

/** `POST /pets` with a body's text and the values of its `Content-Type` fields (none: `[]`). */
export function createPet(
  body: string | Uint8Array,
  credential: Credential,
  contentTypes: readonly string[] = ['application/json'],
): OutgoingRequest {
  const headers = contentTypes.map((value) => ({ name: 'Content-Type', value }));
  return withCredential('POST', '/pets', headers, body, credential);
}

/** Any request, with the headers that every request of the suite carries and those of its credential. */
export function withCredential(
  method: string,
  target: string,
  headers: readonly OutgoingHeader[],
  body: string | Uint8Array | null,
  credential: Credential,
): OutgoingRequest {
  const joint = target.includes('?') ? '&' : '?';
  return {
    method,
    target: credential.query === undefined ? target : `${target}${joint}${credential.query.value}`,
    ...(credential.query === undefined
      ? {}
      : { targetShownAs: `${target}${joint}${credential.query.shownAs}` }),
    headers: [{ name: 'Accept', value: 'application/json' }, ...headers, ...credential.headers],
    body,
    credential: credential.label,
  };
}

/** The placeholder of the key `quota-key-N`: the shell variable that holds it. */
export function quotaKeyShownAs(number: number): string {
  return `$ANIMAL_STORE_QUOTA_KEY_${number}`;
}
