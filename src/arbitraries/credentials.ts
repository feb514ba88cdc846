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

/** The real key in an `Authorization` header that is not in the bearer form. */
export function notBearer(key: string): readonly Credential[] {
  const basic = Buffer.from(`${key}:`, 'utf8').toString('base64');
  return [
    authorization(key, keyVariable, 'the key without the word Bearer'),
    authorization(
      `Basic ${basic}`,
      'Basic $(printf %s "$ANIMAL_STORE_API_KEY:" | base64 -w 0)',
      'the key as a Basic user name',
    ),
    authorization('Bearer', 'Bearer', 'the word Bearer without a token'),
    // As long as the word Bearer, which some cut off without reading it.
    authorization(`ApiKey ${key}`, `ApiKey ${keyVariable}`, 'the key behind the scheme ApiKey'),
    authorization('', '', 'an empty Authorization header'),
    authorization(`Bearer${key}`, `Bearer${keyVariable}`, 'the key joined to the word Bearer'),
    // Frameworks whose own scheme is called so go on taking it.
    authorization(`Token ${key}`, `Token ${keyVariable}`, 'the key behind the scheme Token'),
    authorization(`Bearer: ${key}`, `Bearer: ${keyVariable}`, 'a colon behind the word Bearer'),
    authorization(`Bearer ${key} x`, `Bearer ${keyVariable} x`, 'a further word behind the key'),
    authorization(`XBearer ${key}`, `XBearer ${keyVariable}`, 'a scheme that ends in Bearer'),
  ];
}

function neverIssued(token: string, shownAs: string, description: string): Credential {
  return authorization(`Bearer ${token}`, `Bearer ${shownAs}`, description);
}

/**
 * Bearer tokens that were never issued, the near misses of the real key among them. Only changes that make
 * another key under every sensible reading of a key are here: a UUID, say, is the same in either letter case.
 */
export function unknownKeys(key: string): readonly Credential[] {
  const tokens = new Set<string>();
  return nearMisses(key).filter(({ headers: [field] }) => {
    // A field's value has no white space at its ends, and a token none in front.
    const token = field?.value.replace(/^Bearer\s+/, '').trim() ?? '';
    const isNew = token !== '' && !tokens.has(token);
    tokens.add(token);
    return isNew;
  });
}

/** The same keys, the most effective first: each of those detects a different incomplete comparison. */
export function likelyKeys(key: string): readonly Credential[] {
  const rank = ({ description }: Credential): number => {
    const place = likelyDescriptions.findIndex((pattern) => pattern.test(description));
    return place === -1 ? likelyDescriptions.length : place;
  };
  return unknownKeys(key).toSorted((left, right) => rank(left) - rank(right));
}

const likelyDescriptions = [
  /one character changed/,
  /letter case/,
  /without its last/,
  /one more character$/,
  /its last character changed/,
  /without its first/,
  /its first character changed/,
];

/** Of a short key some are the same. */
function nearMisses(key: string): readonly Credential[] {
  const changed = withCharacterChanged(key, Math.floor((key.length - 1) / 2));
  return [
    neverIssued(
      'never-issued-0000000000000000000000',
      'never-issued-0000000000000000000000',
      'an invented key',
    ),
    ...keysOfOtherLength(key).slice(0, 1),
    neverIssued(changed.value, changed.shownAs, 'the key with one character changed'),
    ...keyInOtherCase(key),
    ...keysOfOtherLength(key).slice(1),
    ...keysWithAnEndChanged(key),
  ];
}

/** The key with something missing or more at either end; the shorter ones come first. */
function keysOfOtherLength(key: string): readonly Credential[] {
  const candidates: Credential[] = [];
  // Lenient decoders of base64 read a text without its padding, or with more behind it, as the same bytes.
  const isPadded = key.endsWith('=');
  if (key.length > 1 && !isPadded) {
    candidates.push(
      neverIssued(key.slice(0, -1), '${ANIMAL_STORE_API_KEY%?}', 'the key without its last character'),
    );
  }
  // A number with a zero in front is the same number without it.
  if (key.length > 1 && !key.startsWith('0')) {
    candidates.push(
      neverIssued(key.slice(1), '${ANIMAL_STORE_API_KEY#?}', 'the key without its first character'),
    );
  }
  if (!isPadded) {
    candidates.push(neverIssued(`${key}x`, '${ANIMAL_STORE_API_KEY}x', 'the key with one more character'));
  }
  candidates.push(
    neverIssued(`x${key}`, 'x${ANIMAL_STORE_API_KEY}', 'the key with one more character in front'),
  );
  if (key.length > 8) {
    const half = Math.floor(key.length / 2);
    candidates.push(
      neverIssued(
        key.slice(0, half),
        `$(printf %s "${keyVariable}" | cut -c 1-${half})`,
        'the first half of the key',
      ),
    );
  }
  return candidates;
}

function keysWithAnEndChanged(key: string): readonly Credential[] {
  if (key.length < 2) {
    return [];
  }
  const last = withCharacterChanged(key, key.length - 1);
  const first = withCharacterChanged(key, 0);
  return [
    ...(base64.includes(key.slice(-1))
      ? [neverIssued(last.value, last.shownAs, 'the key with its last character changed')]
      : []),
    neverIssued(first.value, first.shownAs, 'the key with its first character changed'),
  ];
}

function keyInOtherCase(key: string): readonly Credential[] {
  const otherCase = swapCase(key);
  return otherCase === key || meansTheSameInEitherCase(key)
    ? []
    : [
        neverIssued(
          otherCase,
          `$(printf %s "${keyVariable}" | tr 'A-Za-z' 'a-zA-Z')`,
          'the key with its letter case changed',
        ),
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
 * The key with another character at one place. Of the six bits that a character of base64 stands for, the
 * first is turned over: it means something even in the last character, so no decoder reads the same bytes.
 * And it is another letter or digit, so that no reading of letter case makes the two the same.
 */
function withCharacterChanged(key: string, place: number): { value: string; shownAs: string } {
  const substitute = base64.indexOf(key.charAt(place)) < 32 ? '7' : 'A';
  return {
    value: key.slice(0, place) + substitute + key.slice(place + 1),
    shownAs: `$(printf %s "${keyVariable}" | sed 's/./${substitute}/${place + 1}')`,
  };
}

/** Common places for a key; where it is a long one, the first of each kind are tried. */
const parameterNames = [
  'api_key',
  'apikey',
  'apiKey',
  'api-key',
  'key',
  'access_token',
  'token',
  'auth',
  'bearer',
];
const cookieNames = [
  'api_key',
  'apiKey',
  'api-key',
  'token',
  'access_token',
  'auth',
  'Authorization',
  'session',
];
const fieldNames = [
  ...['X-API-Key', 'Api-Key', 'ApiKey', 'X-API-Token', 'X-Auth-Key', 'X-Auth-Token', 'X-Access-Token'],
  ...['X-Token', 'Token', 'Auth'],
];
/** Fields whose values begin with a scheme. */
const schemeFieldNames = [
  'Proxy-Authorization',
  'X-Authorization',
  'X-Forwarded-Authorization',
  'Authentication',
];

/**
 * So many characters of keys one request may carry in the wrong places. Many servers refuse 8 KB of header fields
 * before anybody looks for a key (RFC 6585 section 5), and rightly.
 */
const mostKeyCharacters = 5_000;

/** The first of the names: as many of each four kinds as such a request has room for. */
function withRoom(names: readonly string[], encoded: string): readonly string[] {
  return names.slice(0, Math.max(1, Math.floor(mostKeyCharacters / 4 / encoded.length)));
}

/**
 * The real key everywhere but in the `Authorization` header: query string, other header fields and cookies,
 * each under the names in common use.
 */
export function keyElsewhere(key: string): readonly Credential[] {
  const encoded = encodeURIComponent(key);
  const parameters = withRoom(parameterNames, encoded);
  const fields = withRoom(fieldNames, encoded);
  const schemeFields = withRoom(schemeFieldNames, encoded);
  const cookies = withRoom(cookieNames, encoded);
  return [
    {
      label: 'invalid',
      description: `the key in the query string (${parameters.join(', ')})`,
      headers: [],
      query: {
        value: parameters.map((name) => `${name}=${encoded}`).join('&'),
        shownAs: parameters.map((name) => `${name}=${keyVariable}`).join('&'),
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
      headers: [
        {
          name: 'Cookie',
          value: cookies.map((name) => `${name}=${encoded}`).join('; '),
          shownAs: cookies.map((name) => `${name}=${keyVariable}`).join('; '),
        },
      ],
    },
  ];
}

/** Schemes in other letter case, with the real key: RFC 9110 section 11.1 makes them equal, the document does not say. */
export function otherSchemeCase(key: string): readonly Credential[] {
  return ['bearer', 'BEARER'].map((scheme) =>
    authorization(`${scheme} ${key}`, `${scheme} ${keyVariable}`, `the scheme written ${scheme}`),
  );
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
