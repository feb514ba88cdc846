import fc from 'fast-check';
import type { Credential } from '../target/api-request.ts';

/** How records write the key of the run. */
const keyVariable = '$ANIMAL_STORE_API_KEY';

/** A request without any credential. */
export const noCredential: Credential = {
  label: 'none',
  description: 'no Authorization header',
  headers: [],
};

export function authorization(value: string, shownAs: string, description: string): Credential {
  return { label: 'invalid', description, headers: [{ name: 'Authorization', value, shownAs }] };
}

/** A description, and what writes the text of the key or of its placeholder. */
export type Written = readonly [description: string, write: (key: string) => string];

export function written(rows: readonly Written[]): ((key: string) => Credential)[] {
  return rows.map(
    ([description, write]) =>
      (key) =>
        authorization(write(key), write(keyVariable), description),
  );
}

/** The same credentials in `Basic` (RFC 7617). */
export function inBasic(rows: readonly Written[]): ((key: string) => Credential)[] {
  return rows.map(([description, write]) => (key) => {
    const encoded = Buffer.from(write(key), 'utf8').toString('base64');
    return authorization(
      `Basic ${encoded}`,
      `Basic $(printf %s "${write(keyVariable)}" | base64 -w 0)`,
      description,
    );
  });
}

const wrongForms = [
  ...written([['the key without the word Bearer', (key) => key]]),
  ...inBasic([['the key as a Basic user name', (key) => `${key}:`]]),
  ...written([
    ['the word Bearer without a token', () => 'Bearer'],
    // As long as the word Bearer, which some services cut off without reading it.
    ['the key behind the scheme ApiKey', (key) => `ApiKey ${key}`],
    ['an empty Authorization header', () => ''],
    ['the key joined to the word Bearer', (key) => `Bearer${key}`],
    // The scheme of some frameworks.
    ['the key behind the scheme Token', (key) => `Token ${key}`],
    ['a colon behind the word Bearer', (key) => `Bearer: ${key}`],
    ['a further word behind the key', (key) => `Bearer ${key} x`],
    ['a scheme that ends in Bearer', (key) => `XBearer ${key}`],
  ]),
];

/** The real key in an `Authorization` header that is not in the bearer form. */
export function notBearer(key: string): readonly Credential[] {
  return wrongForms.map((make) => make(key));
}

function neverIssued(token: string, shownAs: string, description: string): Credential {
  return authorization(`Bearer ${token}`, `Bearer ${shownAs}`, description);
}

/**
 * Bearer tokens that were never issued, mostly near misses of the real key. Only changes that make another key under
 * every sensible reading of a key are here: a UUID, say, is the same in either letter case.
 */
export function unknownKeys(key: string): readonly Credential[] {
  const tokens = new Set<string>();
  return nearMisses(key).flatMap(([description, shownAs, token]) => {
    // Field values have no white space at their ends. Changes of a short key may be equal.
    const trimmed = token?.trim() ?? '';
    if (token === null || trimmed === '' || tokens.has(trimmed)) {
      return [];
    }
    tokens.add(trimmed);
    return [neverIssued(token, shownAs, description)];
  });
}

type NearMiss = readonly [description: string, shownAs: string, token: string | null];

/** Each differs from the key for every decoder; `null` if a lenient one would read the same. */
function nearMisses(key: string): readonly NearMiss[] {
  const invented = 'never-issued-0000000000000000000000';
  const half = Math.floor(key.length / 2);
  // Lenient decoders of base64 read a text without its padding, or with more behind it, as the same bytes.
  const isPadded = key.endsWith('=');
  const isBase64 = key.length > 1 && base64.includes(key.slice(-1));
  const otherCase = swapCase(key);
  return [
    changedAt(key, Math.floor((key.length - 1) / 2), 'one character changed'),
    ['the key without its last character', '${ANIMAL_STORE_API_KEY%?}', isPadded ? null : key.slice(0, -1)],
    ['an invented key', invented, invented],
    [
      'the key with its letter case changed',
      `$(printf %s "${keyVariable}" | tr 'A-Za-z' 'a-zA-Z')`,
      otherCase === key || meansTheSameInEitherCase(key) ? null : otherCase,
    ],
    // A number with a zero in front is the same number without it.
    [
      'the key without its first character',
      '${ANIMAL_STORE_API_KEY#?}',
      key.startsWith('0') ? null : key.slice(1),
    ],
    ['the key with one more character', '${ANIMAL_STORE_API_KEY}x', isPadded ? null : `${key}x`],
    ['the key with one more character in front', 'x${ANIMAL_STORE_API_KEY}', `x${key}`],
    ...(isBase64 ? [changedAt(key, key.length - 1, 'its last character changed')] : []),
    [
      'the first half of the key',
      `$(printf %s "${keyVariable}" | cut -c 1-${half})`,
      key.length > 8 ? key.slice(0, half) : null,
    ],
    changedAt(key, 0, 'its first character changed'),
  ];
}

/** UUIDs, with hyphens or without, ULIDs, and whole bytes in hexadecimal: all are read in either letter case. */
export function meansTheSameInEitherCase(key: string): boolean {
  return (
    /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i.test(key) ||
    /^(?:[0-9a-f]{2}){8,}$/i.test(key) ||
    /^(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-hjkmnp-tv-z]{26})$/.test(key)
  );
}

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The key with another character at one position. Flips the first of the six bits of a base64 character, which is
 * significant even in the last one, so no decoder reads the same bytes. The new character differs in more than letter
 * case.
 */
function changedAt(key: string, place: number, what: string): NearMiss {
  const substitute = base64.indexOf(key.charAt(place)) < 32 ? '7' : 'A';
  return [
    `the key with ${what}`,
    `$(printf %s "${keyVariable}" | sed 's/./${substitute}/${place + 1}')`,
    key.slice(0, place) + substitute + key.slice(place + 1),
  ];
}

/** Common places for a key; for a long key, only the first ones of each kind. */
const parameterNames = [
  ...['api_key', 'apikey', 'apiKey', 'api-key', 'key'],
  ...['access_token', 'token', 'auth', 'bearer', 'api_token', 'x-api-key', 'code', 'subscription-key'],
];
const cookieNames = [
  ...['api_key', 'apiKey', 'api-key', 'token'],
  ...['access_token', 'auth', 'Authorization', 'session'],
];
const fieldNames = [
  ...['X-API-Key', 'Api-Key', 'ApiKey', 'X-API-Token', 'X-Auth-Key', 'X-Auth-Token', 'X-Access-Token'],
  ...['X-Token', 'Token', 'Auth', 'Ocp-Apim-Subscription-Key', 'X-Goog-Api-Key', 'X-RapidAPI-Key'],
];
/** Fields whose values begin with a scheme. */
const schemeFieldNames = [
  ...['Proxy-Authorization', 'X-Authorization', 'X-Forwarded-Authorization', 'Authentication'],
];

/**
 * The maximum number of key characters in wrong places per request. Many servers rightly reject 8 KB of header fields
 * before authentication (RFC 6585 section 5).
 */
const mostKeyCharacters = 5_000;

/** The first names that fit into such a request, of each of the four forms of the key. */
function withRoom(names: readonly string[], encoded: string): readonly string[] {
  return names.slice(0, Math.max(1, Math.floor(mostKeyCharacters / 4 / encoded.length)));
}

/**
 * The real key everywhere but in the `Authorization` header: query string, other header fields and cookies,
 * each under the names in common use.
 */
export function keyElsewhere(
  key: string,
): readonly [query: Credential, fields: Credential, cookies: Credential] {
  const encoded = encodeURIComponent(key);
  const parameters = withRoom(parameterNames, encoded);
  const fields = withRoom(fieldNames, encoded);
  const schemeFields = withRoom(schemeFieldNames, encoded);
  const cookies = withRoom(cookieNames, encoded);
  const pairs = (names: readonly string[], separator: string) => ({
    value: names.map((name) => `${name}=${encoded}`).join(separator),
    shownAs: names.map((name) => `${name}=${keyVariable}`).join(separator),
  });
  const query = pairs(parameters, '&');
  return [
    {
      label: 'invalid',
      description: `the key in the query string (${parameters.join(', ')}, authorization)`,
      headers: [],
      query: {
        value: `${query.value}&authorization=Bearer%20${encoded}`,
        shownAs: `${query.shownAs}&authorization=Bearer%20${keyVariable}`,
      },
    },
    {
      label: 'invalid',
      description: `the key in other header fields (${[...fields, ...schemeFields].join(', ')})`,
      headers: [
        ...fields.map((name) => ({ name, value: key, shownAs: keyVariable })),
        ...schemeFields.map((name) => ({ name, value: `Bearer ${key}`, shownAs: `Bearer ${keyVariable}` })),
      ],
    },
    {
      label: 'invalid',
      description: `the key in cookies (${cookies.join(', ')})`,
      headers: [{ name: 'Cookie', ...pairs(cookies, '; ') }],
    },
  ];
}

/** Schemes in other letter case, with the real key: RFC 9110 section 11.1 makes them equal, the document does not say. */
export function otherSchemeCase(key: string): readonly Credential[] {
  const schemes = ['bearer', 'BEARER'];
  return written(
    schemes.map((scheme) => [`the scheme written ${scheme}`, (text) => `${scheme} ${text}`]),
  ).map((make) => make(key));
}

/** Tokens of every length and alphabet that a header can carry; never the key itself. */
export function anyUnknownKey(key: string): fc.Arbitrary<Credential> {
  const character = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/',
  );
  return fc
    .string({ unit: character, minLength: 1, maxLength: 64 })
    .filter((token) => token !== key)
    .map((token) => neverIssued(token, token, 'a generated key'));
}
