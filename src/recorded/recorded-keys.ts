import type { CredentialLabel } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';
import type { Secret } from '../secrets/redaction.ts';
import { quotaKeyShownAs } from '../target/api-request.ts';
import type { RawEntry } from './har-value.ts';

/** The senders of the requests of a recording, derived from responses. */
export interface RecordedKeys {
  label(entry: RawEntry): CredentialLabel;
  /** An Authorization as a record shows it, its key replaced. */
  shown(authorization: string): string;
  /** Every key in the recording, with its placeholder. */
  readonly secrets: readonly (Secret & { readonly isValid: boolean })[];
  /** Whether the key that the user states is in the recording. */
  readonly hasStatedKey: boolean;
  /** Whether requests were served that carry no key: it seems to have been taken out of the recording. */
  readonly areRemoved: boolean;
}

/**
 * Distinguishes the keys of a recording. Every Authorization counts as a secret. One that was served is a valid key;
 * the given key, otherwise the one that was served most often, takes the role of the key of a run.
 *
 * @param apiKey the key that the user states, or `null`
 */
export function recordedKeys(entries: readonly RawEntry[], apiKey: string | null): RecordedKeys {
  const served = new Map<string, number>();
  const seen = new Set<string>();
  for (const entry of entries) {
    const authorization = authorizationOf(entry, apiKey);
    if (authorization !== '') {
      seen.add(authorization);
      const isServed = entry.status >= 200 && entry.status < 300;
      served.set(authorization, (served.get(authorization) ?? 0) + (isServed ? 1 : 0));
    }
  }
  const valid = [...served]
    .filter(([, count]) => count > 0)
    .sort((left, right) => right[1] - left[1])
    .map(([authorization]) => authorization);
  const stated = apiKey === null ? undefined : [...seen].find((one) => tokenOf(one) === apiKey);
  const main = stated ?? valid[0];
  const others = valid.filter((one) => one !== main);
  const areRemoved = entries.some(
    (entry) =>
      authorizationOf(entry, apiKey) === '' &&
      (isMask(sentAuthorization(entry), apiKey) || (entry.status >= 200 && entry.status < 300)),
  );
  const labels = new Map<string, CredentialLabel>([
    ...others.map((one, index) => [one, `quota-key-${index + 1}`] as const),
    ...(main === undefined ? [] : [[main, 'api-key'] as const]),
  ]);
  return {
    secrets: [...seen].filter(holdsSecret).map((one) => ({
      value: tokenOf(one),
      shownAs: standIn(labels.get(one)),
      isValid: labels.has(one),
    })),
    hasStatedKey: stated !== undefined,
    areRemoved,
    shown: (authorization) =>
      holdsSecret(authorization)
        ? authorization.replace(tokenOf(authorization.trim()), () =>
            standIn(labels.get(authorization.trim())),
          )
        : authorization,
    label: (entry) => {
      const authorization = authorizationOf(entry, apiKey);
      if (authorization === '') {
        // The owner of the key is unknown: it counts as a key of another client.
        return areRemoved ? 'quota-key-1' : 'none';
      }
      return labels.get(authorization) ?? 'invalid';
    },
  };
}

/** Journals of this program have placeholders already, and a scheme alone is not a key. */
function holdsSecret(authorization: string): boolean {
  return (
    !/\$\{?ANIMAL_STORE_|^(?:Bearer|Basic)?$/i.test(authorization.trim()) &&
    !isMask(authorization.trim(), null)
  );
}

function standIn(label: CredentialLabel = 'invalid'): string {
  const number = Number(/^quota-key-(\d+)$/.exec(label)?.[1] ?? 0);
  if (label === 'api-key') {
    return '$ANIMAL_STORE_API_KEY';
  }
  return number > 0 ? quotaKeyShownAs(number) : '$ANIMAL_STORE_INVALID_KEY';
}

function sentAuthorization({ requestHeaders }: RawEntry): string {
  return headerValues(requestHeaders, 'Authorization').join(', ').trim();
}

/** The Authorization that was sent, or `''` if there was none or the recording has a mask in its place. */
function authorizationOf(entry: RawEntry, apiKey: string | null): string {
  const sent = sentAuthorization(entry);
  return isMask(sent, apiKey) ? '' : sent;
}

/**
 * Whether a bearer token is a mask that a program put in place of any key, as `[REDACTED]` or `xxxx`: no token68 (RFC
 * 9110 section 11.2), or of letters in one case, or of hardly any different characters.
 */
function isMask(authorization: string, apiKey: string | null): boolean {
  if (authorization === '' || /\$\{?ANIMAL_STORE_|^Basic\b/i.test(authorization)) {
    return false;
  }
  const token = tokenOf(authorization);
  const isKeyLike =
    /^[\w~+/.-]+=*$/.test(token) &&
    (/\d/.test(token) || (/[a-z]/.test(token) && /[A-Z]/.test(token.slice(1)))) &&
    new Set(token).size >= 4;
  return token !== apiKey && !isKeyLike && !/^Bearer$/i.test(authorization);
}

/** The part after the scheme, or the whole value. */
function tokenOf(authorization: string): string {
  return /^\S+\s+(\S.*)$/.exec(authorization)?.[1] ?? authorization;
}
