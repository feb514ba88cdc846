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
  /** Whether the key that `--plan` is about is known: it is stated, or the only one that was served. */
  readonly isMainKnown: boolean;
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
  for (const entry of entries) {
    const authorization = sentAuthorization(entry);
    if (authorization !== '') {
      served.set(authorization, (served.get(authorization) ?? 0) + (isAccepted(entry) ? 1 : 0));
    }
  }
  const masks = new Set([...served].flatMap(([one, count]) => (isMask(one, count > 0, apiKey) ? [one] : [])));
  for (const mask of masks) {
    served.delete(mask);
  }
  const seen = [...served.keys()];
  const valid = [...served]
    .filter(([, count]) => count > 0)
    .sort((left, right) => right[1] - left[1])
    .map(([authorization]) => authorization);
  // The same key in another scheme is refused by the document, or its acceptance is open.
  const stated = apiKey === null ? undefined : seen.find((one) => one === `Bearer ${apiKey}`);
  const main = stated ?? valid[0];
  const others = valid.filter((one) => one !== main);
  const areRemoved =
    masks.size > 0 || entries.some((entry) => isServed(entry) && sentAuthorization(entry) === '');
  // Chrome leaves out every Authorization unless it is asked for them.
  const areUnknown = areRemoved || entries.every((entry) => sentAuthorization(entry) === '');
  const labels = new Map<string, CredentialLabel>([
    ...others.map((one, index) => [one, `quota-key-${index + 1}`] as const),
    ...(main === undefined ? [] : [[main, 'api-key'] as const]),
  ]);
  return {
    secrets: [...seen, ...[...masks].filter((one) => !isMaskWord(tokenOf(one)))]
      .filter(holdsSecret)
      .flatMap((one) =>
        [tokenOf(one), ...passwordOf(one)].map((value) => ({
          ...{ value, shownAs: standIn(labels.get(one)), isValid: labels.has(one) },
        })),
      ),
    hasStatedKey: stated !== undefined,
    isMainKnown: stated !== undefined || (apiKey === null && others.length === 0 && !areRemoved),
    areRemoved,
    shown: (authorization) =>
      holdsSecret(authorization)
        ? authorization.replace(tokenOf(authorization.trim()), () =>
            standIn(labels.get(authorization.trim())),
          )
        : authorization,
    label: (entry) => {
      const authorization = sentAuthorization(entry);
      if (masks.has(authorization) || (authorization === '' && areUnknown)) {
        // The owner of the key is unknown: it counts as a key of another client.
        return 'quota-key-1';
      }
      return authorization === '' ? 'none' : (labels.get(authorization) ?? 'invalid');
    },
  };
}

/** Journals of this program have placeholders already, and a scheme alone is not a key. */
function holdsSecret(authorization: string): boolean {
  return (
    !/\$\{?ANIMAL_STORE_|^(?:Bearer|Basic)?$/i.test(authorization.trim()) &&
    !isMaskWord(tokenOf(authorization.trim()))
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

function isServed({ status }: RawEntry): boolean {
  return status >= 200 && status < 300;
}

/** Whether the key was valid: it was served, or its creation refused for another reason than the key. */
function isAccepted(entry: RawEntry): boolean {
  const { method, url, status } = entry;
  const isCreation = method === 'POST' && /\/pets(?:\?|$)/.test(url);
  return isServed(entry) || (isCreation && status >= 400 && status < 500 && !keyless.has(status));
}

/** Of these the key, or whoever sent it, may be the reason; servers give some before they look at it. */
const keyless = new Set([401, 403, 407, 408, 429]);

const maskWords =
  /^[[<{(\u2039*].*[\])>}\u203a*]$|\*{3}|\u2026|\.{3}|^(.)\1*$|([x#•_-])\2{5}|(?:redacted|masked|hidden|removed|filtered|saniti[sz]ed|scrubbed)\W*$|^\W*(?:redacted|masked|hidden|removed|filtered|saniti[sz]ed|scrubbed)(?![a-z])|^(?:secret|token|(?:your[-_ ]?)?(?:api[-_ ]?)?(?:key|token))$/i;

/** Whether a token says of itself that a program put it in the place of any key. */
function isMaskWord(token: string): boolean {
  return maskWords.test(token);
}

/**
 * Whether a bearer token is a mask that a program put in place of any key, as `[REDACTED]` or `xxxx`. One that was
 * served may be a mask, too, if it is no token68 (RFC 9110 section 11.2), or of letters in one case, or of hardly any
 * different characters; one that was refused is an invalid key.
 */
function isMask(authorization: string, wasServed: boolean, apiKey: string | null): boolean {
  if (/\$\{?ANIMAL_STORE_|^Basic\b/i.test(authorization)) {
    return false;
  }
  if (/^Bearer$/i.test(authorization)) {
    return wasServed;
  }
  const token = tokenOf(authorization);
  const isKeyLike =
    /^[\w~+/.-]+=*$/.test(token) &&
    (/\d/.test(token) || (/[a-z]/.test(token) && /[A-Z]/.test(token.slice(1)))) &&
    new Set(token).size >= 4;
  return token !== apiKey && (isMaskWord(token) || (wasServed && !isKeyLike));
}

/** The password of a `Basic` Authorization (RFC 7617), if there is one. */
function passwordOf(authorization: string): readonly string[] {
  const [, encoded = ''] = /^Basic\s+(\S+)$/i.exec(authorization) ?? [];
  const [, password = ''] = /^[^:]*:(.+)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  return password === '' ? [] : [password];
}

/** The part after the scheme, or the whole value. */
function tokenOf(authorization: string): string {
  return /^\S+\s+(\S.*)$/.exec(authorization)?.[1] ?? authorization;
}
