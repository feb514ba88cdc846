import { isUtf8 } from 'node:buffer';
import { isLosslessNumber, LosslessNumber, type OnDuplicateKey, parse } from 'lossless-json';
import { parsed } from '../faults/creation-decorations.ts';
import {
  answers,
  bodyText,
  hasOtherMember,
  isMembers,
  lenientBodies,
  messages,
  refusing,
  withBody,
} from '../faults/decorations.ts';
import { around, upon } from '../faults/fault.ts';
import { byAge, rearranging, refusingIds } from '../faults/store-decorations.ts';
import { readListQuery } from '../operations.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import { invalidBody, Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { writeJson } from '../responses.ts';
import { naming } from './contents.ts';
import { refusingCreations, type VariantRows } from './variant.ts';

const plainName = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/;

/** Whether a list is requested by anything but one limit from 1 to 100 and one of the three statuses. */
function isUndocumentedList({ query }: ApiRequest): boolean {
  const limit = query.get('limit') ?? '20';
  return (
    !/^(?:[1-9]\d?|100)$/.test(limit) ||
    !['available', 'pending', 'sold'].includes(query.get('status') ?? 'sold') ||
    [...query.keys()].some(
      (name, at, names) => !/^(?:limit|status)$/.test(name) || names.indexOf(name) !== at,
    )
  );
}

/** Refuses whatever the document does not describe with one status. */
function refusingWith(status: number): Decoration {
  const refusal = (what: string) => () => new Problem(status, 'invalid_input', `${what} is not valid.`);
  const refusingOthers = upon(
    refusingIds((_text, id) => id === null, refusal('petId')),
    refusing('listPets', isUndocumentedList, refusal('The query')),
  );
  return upon(
    refusingOthers,
    refusingCreations((_newPet, request) => hasOtherMember(request), refusal('The body')()),
  );
}

/** Ignores a parameter whose name or value is percent-encoded. */
function comparingAsWritten(parameter: string): (parts: Parts) => Partial<Parts> {
  return ({ listPets }) => ({
    listPets(request, route, parts) {
      const isWritten = request.rawQuery
        .split('&')
        .some((one) => /^[^%]*$/.test(one) && one.startsWith(parameter));
      const query = new URLSearchParams(request.query);
      if (!isWritten) {
        query.delete(parameter);
      }
      return listPets({ ...request, query }, route, parts);
    },
  });
}

function canRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function notRead(): never {
  throw new TypeError('not an int64');
}

/** Whether an HTTP server with strict rules for URLs rejects the request itself. */
function isOddAddress({ path, rawQuery }: ApiRequest): boolean {
  return (
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
    path.some((segment) => /[\0-\x1f\x7f%/\\;\ufffd]/.test(segment) || segment.length > 260) ||
    /[[\]{}|^`"<>\\]|%(?:00|[C-F][0-9A-F](?!%[89AB]))/i.test(rawQuery) ||
    rawQuery.length > 2_048
  );
}

/** Refuses creations with the names that `isRefused` matches. */
function refusingNames(status: number, isRefused: (name: string, body: string) => boolean): Decoration {
  const problem = new Problem(status, 'name_refused', 'This name is not allowed.');
  return refusingCreations(({ name }, request) => isRefused(name, bodyText(request)), problem);
}

/** Reads only known parameters, each with one of its values. */
function choosing(pick: (values: readonly string[]) => string | undefined): typeof readListQuery {
  return (query) => {
    const chosen = new URLSearchParams();
    for (const name of ['limit', 'status']) {
      const value = pick([...query.getAll(name), ...query.getAll(`${name}[]`)]);
      if (value !== undefined) {
        chosen.set(name, value);
      }
    }
    return readListQuery(chosen);
  };
}

const wordOrNumber =
  /^(?:null|nil|none|undefined|nan|true|false|no|constructor|__proto__|-?[\d._]+(?:e\d+)?|0x[\da-f]+)$/i;

/** Whether a proxy refuses the request, with neither an `Error` nor rate limit headers. */
function isRefusedByProxy({ path, rawQuery, headers }: ApiRequest): boolean {
  return (
    [...path, rawQuery].some((text) => percentDecoded(text) === null) ||
    /[^ -~]/.test(headers.authorization ?? '')
  );
}

/** Decodes bodies that are not UTF-8 instead of refusing them. */
function decoding(decode: (bytes: Uint8Array) => string): (parts: Parts) => Partial<Parts> {
  return ({ readNewPet }) => ({
    readNewPet: (request) =>
      readNewPet(
        request.body === null || isUtf8(request.body)
          ? request
          : { ...request, body: new TextEncoder().encode(decode(request.body)) },
      ),
  });
}

/** Accepts duplicate keys in a body, and keeps one value. */
function repeated(choose: OnDuplicateKey): Decoration {
  return around('readNewPet', (readNewPet) => (request) => {
    const text = bodyText(request);
    const body = parsed(text) === undefined ? null : parse(text, null, { onDuplicateKey: choose });
    return readNewPet(isMembers(body) ? withBody(request, writeJson(body)) : request);
  });
}

/** Refuses every category but one. */
function oneCategory(category: bigint): VariantRows[string] {
  return [
    refusingCreations(({ categoryId }) => categoryId !== category, invalidBody('There is no such category.')),
    [category],
  ];
}

/** The integer value of a literal with an exponent of up to three digits, or `null`. */
function integerOf(literal: string): bigint | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(literal) ?? [];
  const shift = Number(exponent) - fraction.length;
  const digits = BigInt(`${sign}${whole}${fraction}` || '0');
  const scale = 10n ** BigInt(Math.abs(shift));
  if (shift >= 0) {
    return digits * scale;
  }
  return digits % scale === 0n ? digits / scale : null;
}

/** What the document does not state may be answered with any 4xx, or be ignored. */
export const undocumentedInput: VariantRows = {
  'undocumented-input-422': refusingWith(422),
  'undocumented-input-404': refusingWith(404),
  // Only the categories 1 and 2 exist, and names may contain letters, digits and single spaces; anything else returns 422.
  'unknown-categories-422': [
    refusingCreations(
      ({ name, categoryId }) => !plainName.test(name) || ![1n, 2n].includes(categoryId),
      new Problem(422, 'unknown_value', 'There is no such category, or no such name.'),
    ),
    [1n, 2n],
  ],
  'only-category-10-else-404': refusingCreations(
    ({ categoryId }) => categoryId !== 10n,
    new Problem(404, 'unknown_category', 'There is no such category.'),
  ),
  // PUT returns 409, PATCH 422 and DELETE 403: they need a version, another body or more rights.
  'methods-refused': answers((answer, { method }) => {
    const status = { PUT: 409, PATCH: 422, DELETE: 403 }[method];
    const body = { code: 'refused', message: 'This change is refused.', status };
    return answer.status === 405 && status !== undefined ? { ...answer, status, body } : answer;
  }),
  'other-methods-501': answers((answer) => {
    const body = { code: 'not_implemented', message: 'This method is not implemented.', status: 501 };
    return answer.status === 405 ? { ...answer, status: 501, body } : answer;
  }),
  // A gateway rejects unknown paths with 403, an HTML page and no X-RateLimit headers; malformed ids have none either.
  'unknown-paths-403-without-rate-headers': ({ writeMessage, route, readPetId }) => ({
    writeMessage(answer, request, parts) {
      const message = writeMessage(answer, request, parts);
      const isUnknownPath = !canRead(() => route({ ...request, method: 'GET' }));
      // Another variant may throw for a malformed id.
      const isId = canRead(() => readPetId(request.path[2] ?? '') ?? notRead());
      const isMalformedId = request.path.length === 3 && !isId;
      if (!isUnknownPath && !isMalformedId) {
        return message;
      }
      const headers = Object.entries(message.headers).filter(([name]) => !/^x-ratelimit-/i.test(name));
      return isMalformedId && !isUnknownPath
        ? { ...message, headers: Object.fromEntries(headers) }
        : {
            status: 403,
            headers: { ...Object.fromEntries(headers), 'Content-Type': 'text/html' },
            body: '<!doctype html><title>Forbidden</title>',
          };
    },
  }),
  // The JSON parser returns numbers beyond int64 as text, so that one is accepted as a name.
  'numbers-beyond-int64-read-as-text': lenientBodies(({ name, ...body }) => ({
    name: isLosslessNumber(name) && /^-?\d{20,}$/.test(name.value) ? name.value : name,
    ...body,
  })),
  // The query is compared as written: a status with a percent-encoded letter, in its name or value, is ignored.
  'percent-encoded-status-ignored': comparingAsWritten('status'),
  'percent-encoded-limit-ignored': comparingAsWritten('limit'),
  // The HTTP server returns 400 in HTML for a URL with control characters, brackets, backslashes, encoded slashes or percent signs, or an unusual length, like Tomcat and http.sys.
  'odd-addresses-refused-by-server': messages((message, _answer, request) =>
    isOddAddress(request)
      ? {
          status: 400,
          headers: { 'Content-Type': 'text/html;charset=utf-8' },
          body: '<!doctype html><title>HTTP Status 400 – Bad Request</title>',
        }
      : message,
  ),
  'names-trimmed-collapsed-and-composed': naming((name) => name.replace(/\s+/g, ' ').trim().normalize('NFC')),
  'astral-names-refused': refusingNames(400, (name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  'escaped-surrogates-refused': refusingNames(400, (_name, body) => /\\ud[89a-f]/i.test(body)),
  'words-and-numbers-no-names-422': refusingNames(422, (name) => wordOrNumber.test(name)),
  'names-of-one-word-422': refusingNames(422, (name) => !/^[A-Za-z]{3,12}$/.test(name)),
  'names-beyond-255-bytes-413': refusingNames(413, (name) => Buffer.byteLength(name) > 255),
  'pages-of-half-the-limit': rearranging((pets, { limit }) => pets.slice(0, Math.ceil(limit / 2))),
  'first-parameter-counts': () => ({ readListQuery: choosing((values) => values[0]) }),
  'last-parameter-counts': () => ({ readListQuery: choosing((values) => values.at(-1)) }),
  'members-twice-alike': messages((message) => ({
    ...message,
    body: String(message.body).replace(/"(?:id|categoryId|code)":(?:-?\d+|"\w+")(?=[,}])/g, '$&, $&'),
  })),
  'filtered-lists-lag': byAge((inner, ageMs) => ({
    async list(query) {
      const pets = await inner.list({ ...query, limit: Number.POSITIVE_INFINITY });
      return pets.filter(({ id }) => query.status === undefined || ageMs(id) >= 1_000).slice(0, query.limit);
    },
  })),
  // A proxy returns 400 and an HTML page for targets that are not UTF-8 and tokens beyond ASCII.
  'odd-bytes-refused-in-front': messages((message, _answer, request) =>
    isRefusedByProxy(request)
      ? { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>400 Bad Request</h1>' }
      : message,
  ),
  'bodies-not-utf8-repaired': decoding((bytes) => new TextDecoder().decode(bytes)),
  'bodies-not-utf8-cleaned': decoding((bytes) => new TextDecoder().decode(bytes).replaceAll('\ufffd', '')),
  'bodies-in-utf16-accepted': decoding((bytes) => new TextDecoder('utf-16le').decode(bytes)),
  // Any literal with an integer value is accepted as categoryId, such as 1e2, 7.00 and 50e-1.
  'numbers-read-by-value': lenientBodies((body) => {
    const category = body['categoryId'];
    const whole = isLosslessNumber(category) ? integerOf(category.value) : null;
    return whole === null ? body : { ...body, categoryId: new LosslessNumber(String(whole)) };
  }),
  'unknown-members-refused-first': refusing(
    'createPet',
    hasOtherMember,
    () => new Problem(422, 'unknown_member', 'The body has an unknown member.'),
  ),
  'byte-order-mark-refused': refusing('createPet', ({ body }) => body?.[0] === 0xef),
  'first-of-repeated-members': repeated(({ oldValue }) => oldValue),
  'last-of-repeated-members': repeated(({ newValue }) => newValue),
  'names-of-visible-characters': refusingCreations(
    ({ name }) => /\p{C}/u.test(name),
    invalidBody('name has hidden characters.'),
  ),
  'one-category-beyond-2-53': oneCategory(2n ** 53n + 2n),
  'one-negative-category': oneCategory(-7n),
};
