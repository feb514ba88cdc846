import { isUtf8 } from 'node:buffer';
import { bodyText, messages } from '../faults/decorations.ts';
import { byAge, rearranging } from '../faults/store-decorations.ts';
import { readListQuery } from '../operations.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import { Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { naming } from './contents.ts';
import { refusingCreations, type VariantRows } from './variant.ts';

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

/** Permitted behaviour for unusual names and queries. */
export const oddInput: VariantRows = {
  'names-trimmed-collapsed-and-composed': naming((name) => name.replace(/\s+/g, ' ').trim().normalize('NFC')),
  'astral-names-refused': refusingNames(400, (name) => /[\u{10000}-\u{10ffff}]/u.test(name)),
  'escaped-surrogates-refused': refusingNames(400, (_name, body) => /\\ud[89a-f]/i.test(body)),
  'words-and-numbers-no-names-422': refusingNames(422, (name) => wordOrNumber.test(name)),
  'names-of-one-word-422': refusingNames(422, (name) => !/^[A-Za-z]{3,12}$/.test(name)),
  'names-beyond-255-bytes-413': refusingNames(413, (name) => Buffer.byteLength(name) > 255),
  'pages-of-half-the-limit': rearranging((pets, { limit }) => pets.slice(0, Math.ceil(limit / 2))),
  'first-parameter-counts': () => ({
    readListQuery: choosing((values) => values[0]),
  }),
  'last-parameter-counts': () => ({
    readListQuery: choosing((values) => values.at(-1)),
  }),
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
};

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

/** Behaviour for bytes that are not UTF-8, which the document does not specify. */
export const encodings: VariantRows = {
  // A proxy returns 400 and an HTML page for targets that are not UTF-8 and tokens beyond ASCII.
  'odd-bytes-refused-in-front': messages((message, _answer, request) =>
    isRefusedByProxy(request)
      ? { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>400 Bad Request</h1>' }
      : message,
  ),
  'bodies-not-utf8-repaired': decoding((bytes) => new TextDecoder().decode(bytes)),
  'bodies-not-utf8-cleaned': decoding((bytes) => new TextDecoder().decode(bytes).replaceAll('\ufffd', '')),
  'bodies-in-utf16-accepted': decoding((bytes) => new TextDecoder('utf-16le').decode(bytes)),
};
