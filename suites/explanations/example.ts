import type { Example, ExampleExchange, Explanation } from '../../src/verdict/explanation.ts';

type Fields = Readonly<Record<string, string>>;
type Sent = ExampleExchange['request'];

/** An answer, before the headers that every answer carries are put in. */
export interface Answered {
  readonly status: number;
  readonly headers: Fields;
  readonly body: string;
  /** Rate limit headers that differ from the usual ones; `null` leaves all of them out. */
  readonly rate: Fields | null;
}

export const bella = { id: 1, name: 'Bella', categoryId: 1, status: 'available' };
export const rex = { id: 2, name: 'Rex', categoryId: 1, status: 'sold' };
export const milo = { id: 3, name: 'Milo', categoryId: 2, status: 'pending' };
/** What is sent to add Bella. */
export const newBella = { name: 'Bella', categoryId: 1, status: 'available' };

/** The header that carries the key. */
const withKey: Fields = { Authorization: 'Bearer $ANIMAL_STORE_API_KEY' };

/** 10:01:00 UTC on 1 January 2026: examples are sent a minute before. */
const reset = '1767261660';

/** `GET` with the key, unless other fields are given. */
export function get(target: string, fields: Fields = withKey): Sent {
  return {
    method: 'GET',
    target,
    headers: Object.entries({ Accept: 'application/json', ...fields }),
    body: null,
  };
}

/** `POST /pets` with a body, which may be text that is no JSON. */
export function post(body: object | string, fields: Fields = withKey, mediaType = 'application/json'): Sent {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = mediaType === '' ? {} : { 'Content-Type': mediaType };
  const length = { 'Content-Length': String(Buffer.byteLength(text)) };
  return {
    method: 'POST',
    target: '/pets',
    headers: Object.entries({ Accept: 'application/json', ...fields, ...type, ...length }),
    body: text,
  };
}

/** An answer in JSON. */
export function answer(
  status: number,
  body: unknown,
  headers: Fields = {},
  rate: Fields | null = {},
): Answered {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: text, rate };
}

/** An answer that is no JSON. */
export function plainAnswer(status: number, mediaType: string, body: string): Answered {
  return { status, headers: { 'Content-Type': mediaType }, body, rate: {} };
}

/** An `Error` as the document has it. */
export function error(status: number, code: string, message: string, headers: Fields = {}): Answered {
  const challenge: Fields = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return answer(status, { code, message, status }, { ...challenge, ...headers });
}

export const unauthorized = error(401, 'unauthorized', 'The API key is missing or invalid');
export const notFound = error(404, 'not_found', 'There is no such animal');

/** A 429 that says when to come again. */
export function tooMany(headers: Fields = { 'Retry-After': '41' }, rate: Fields = {}): Answered {
  const body = { code: 'rate_limited', message: 'The limit of the plan is exceeded', status: 429 };
  return answer(429, body, headers, { 'X-RateLimit-Remaining': '0', ...rate });
}

/** A 400 that says what is wrong. */
export function invalid(message: string): Answered {
  return error(400, 'invalid_body', message);
}

/** Exchanges one after the other; each served one takes one off what is left of 60. */
export function example(says: string, ...exchanges: readonly (readonly [Sent, Answered])[]): Example {
  return {
    says,
    exchanges: exchanges.map(([request, { status, headers, body, rate }], index) => ({
      request,
      response: {
        status,
        headers: Object.entries({
          ...headers,
          ...(rate === null ? {} : { ...usualRate(59 - index), ...rate }),
        }),
        body,
      },
    })),
  };
}

function usualRate(remaining: number): Fields {
  return {
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': reset,
  };
}

/** The explanation of a requirement that can be violated. */
export function owed(
  parts: Omit<Explanation, 'alsoRight' | 'wrong'> & { readonly wrong: Example },
): Explanation {
  return { ...parts, alsoRight: null };
}

/** The explanation of what the document leaves open: any answer is right. */
export function open(
  parts: Omit<Explanation, 'accepts' | 'alsoRight' | 'wrong' | 'statuses'> & { readonly alsoRight: Example },
): Explanation {
  return {
    ...parts,
    accepts: 'Anything: the interface document leaves it open, so it is recorded and can not fail.',
    wrong: null,
  };
}
