import { isLosslessNumber } from 'lossless-json';
import { answers, hasOtherMember, lenientBodies, messages, refusing } from '../faults/decorations.ts';
import { upon } from '../faults/fault.ts';
import { refusingIds } from '../faults/getting-decorations.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import { Problem } from '../problem.ts';
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
};

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
