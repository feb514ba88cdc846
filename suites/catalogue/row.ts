import type {
  CatalogueRow,
  Example,
  ExampleExchange,
  Explanation,
  Level,
  Requirement,
} from '../../src/verdict/requirement.ts';

/** The caption of an example and its responses, with their requests unless the row has them. */
type ExampleFields = readonly [
  says: string,
  ...responses: (ExampleResponse | readonly [ExampleRequest, ExampleResponse])[],
];

interface RowFields
  extends Pick<Requirement, 'statement' | 'section'>,
    Pick<Explanation, 'why' | 'statuses'>,
    Partial<Pick<Requirement, 'since'> & Pick<Explanation, 'needs'>> {
  /** By default the run checks every response. */
  readonly sends?: string;
  /** The requests of both examples, if they are the same. */
  readonly requests?: readonly ExampleRequest[];
  readonly right: ExampleFields;
}

interface JudgedFields extends RowFields, Pick<Explanation, 'owner'> {
  /** By default one of `statuses`, or what the statement says. */
  readonly accepts?: string;
  readonly wrong: ExampleFields;
}

interface ObservedFields extends RowFields, Partial<Pick<Explanation, 'owner'>> {
  readonly alsoRight: ExampleFields;
}

/** The fields that a row has to add to the shared ones; it may also override those. */
type Remaining<Fields, Shared> = Omit<Fields, keyof Shared> & Partial<Fields>;

const allResponses = 'No extra requests: checks every response of the run.';
const anyResponse =
  'Any response. The interface document does not specify the behaviour, so the run records it and cannot fail it.';
const nobody = 'No fix required. Relevant to clients that depend on it.';

function rowOf<Fields extends JudgedFields | ObservedFields>(level: Level) {
  return <Shared extends Partial<Fields>>(shared: Shared, own: Remaining<Fields, Shared>): CatalogueRow => {
    // The type of `own` guarantees that none is missing.
    const fields = { ...shared, ...own } as unknown as Fields;
    const { statement, section, since = 1, why, owner = nobody, statuses, needs = [], requests } = fields;
    const explanation = (): Explanation => ({
      sends: fields.sends ?? allResponses,
      why,
      owner,
      needs,
      ...(statuses === undefined ? {} : { statuses }),
      right: exampleOf(fields.right, requests),
      ...('wrong' in fields
        ? {
            accepts:
              fields.accepts ?? (statuses === undefined ? statement : `Status ${statuses.join(' or ')}.`),
            wrong: exampleOf(fields.wrong, requests),
            alsoRight: null,
          }
        : { accepts: anyResponse, wrong: null, alsoRight: exampleOf(fields.alsoRight, requests) }),
    });
    return { level, statement, section, since, explanation };
  };
}

/** A requirement that the interface document states: a violation makes a service not conformant. */
export const must = rowOf<JudgedFields>('MUST');
/** A requirement of a standard or of robustness: a violation is a warning. */
export const should = rowOf<JudgedFields>('SHOULD');
/** Behaviour that the document does not specify: every response conforms. */
export const observe = rowOf<ObservedFields>('OBSERVE');

/** Consecutive exchanges; each served request lowers `Remaining` by one, starting from 60. */
function exampleOf([says, ...given]: ExampleFields, requests: readonly ExampleRequest[] = []): Example {
  const exchanges = given.map((one, index): ExampleExchange => {
    const [request, response] = 'status' in one ? [requests[index], one] : one;
    if (request === undefined) {
      throw new Error(`A response has no request: ${says}`);
    }
    const { status, headers, body, isWithoutRate = false } = response;
    const rate: HeaderFields = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': String(59 - index),
      'X-RateLimit-Reset': reset,
    };
    const others = Object.entries(headers).filter(([name]) => rate[name] === undefined);
    const limits = isWithoutRate ? [] : Object.entries({ ...rate, ...headers }).slice(0, 3);
    return { request, response: { status, headers: [...others, ...limits], body } };
  });
  return { says, exchanges };
}

type HeaderFields = Readonly<Record<string, string>>;
export type ExampleRequest = ExampleExchange['request'];

export interface ExampleResponse {
  readonly status: number;
  /** The rate limit headers only if they differ from the usual ones. */
  readonly headers: HeaderFields;
  readonly body: string;
  readonly isWithoutRate?: true;
}

export const bella = { id: 1, name: 'Bella', categoryId: 1, status: 'available' };
export const rex = { id: 2, name: 'Rex', categoryId: 1, status: 'sold' };
export const milo = { id: 3, name: 'Milo', categoryId: 2, status: 'pending' };
/** The request body that adds Bella. */
export const newBella = { name: 'Bella', categoryId: 1, status: 'available' };

/** The header that carries the key. */
const withKey: HeaderFields = { Authorization: 'Bearer $ANIMAL_STORE_API_KEY' };

/** 10:01:00 UTC on 1 January 2026, one minute after the requests of the examples. */
const reset = '1767261660';

/** `GET` with the key, unless other header fields are given. */
export function get(target: string, fields: HeaderFields = withKey): ExampleRequest {
  return {
    method: 'GET',
    target,
    headers: Object.entries({ Accept: 'application/json', ...fields }),
    body: null,
  };
}

/** `POST /pets` with a JSON body, or with text that may be malformed. */
export function post(
  body: object | string,
  fields: HeaderFields = withKey,
  mediaType = 'application/json',
): ExampleRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const content = { 'Content-Type': mediaType, 'Content-Length': String(Buffer.byteLength(text)) };
  return {
    method: 'POST',
    target: '/pets',
    headers: Object.entries({ Accept: 'application/json', ...fields, ...content }),
    body: text,
  };
}

/** A response with a JSON body, or with text. */
export function answer(status: number, body: unknown, headers: HeaderFields = {}): ExampleResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: text };
}

/** A response with an `Error` body. */
export function error(
  status: number,
  code: string,
  message: string,
  headers: HeaderFields = {},
): ExampleResponse {
  const challenge: HeaderFields = status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  return answer(status, { code, message, status }, { ...challenge, ...headers });
}

export const unauthorized = error(401, 'unauthorized', 'The API key is missing or invalid');
export const notFound = error(404, 'not_found', 'The animal does not exist');

/** A 429 with `Retry-After`. */
export function tooMany(headers: HeaderFields = {}): ExampleResponse {
  const usual = { 'Retry-After': '41', 'X-RateLimit-Remaining': '0' };
  return error(429, 'rate_limited', 'The rate limit of the plan is exceeded', { ...usual, ...headers });
}

/** A 400 with this message. */
export function invalid(message: string): ExampleResponse {
  return error(400, 'invalid_body', message);
}
