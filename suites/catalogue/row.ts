import type { CatalogueRow, Example, ExampleExchange, Explanation } from '../../src/verdict/explanation.ts';
import type { Level, Requirement } from '../../src/verdict/requirement.ts';

/** An example; or, where its requests stand in the row, what to look at and the answer to each of them. */
type Shown = Example | readonly [says: string, ...answers: Answered[]];

interface Written
  extends Pick<Requirement, 'statement' | 'section'>,
    Pick<Explanation, 'why' | 'sends' | 'acts'>,
    Partial<Pick<Requirement, 'since'> & Pick<Explanation, 'needs'>> {
  /** What both examples send, where it is the same. */
  readonly requests?: readonly Sent[];
  readonly right: Shown;
}

interface Owed extends Written, Pick<Explanation, 'accepts' | 'statuses'> {
  readonly wrong: Shown;
}

interface LeftOpen extends Written {
  readonly alsoRight: Shown;
}

/** What a row has to say itself; it may say otherwise what it shares with others. */
type Rest<Row, Shared> = Omit<Row, keyof Shared> & Partial<Row>;

/** What a conforming service does: a violation makes a service not conformant. */
export function must<Shared extends Partial<Owed>>(shared: Shared, row: Rest<Owed, Shared>): CatalogueRow {
  return owed('MUST', whole(shared, row));
}

/** What a conforming service should do: a violation is a warning. */
export function should<Shared extends Partial<Owed>>(shared: Shared, row: Rest<Owed, Shared>): CatalogueRow {
  return owed('SHOULD', whole(shared, row));
}

/** What the document leaves open: any answer is right. */
export function observe<Shared extends Partial<LeftOpen>>(
  shared: Shared,
  row: Rest<LeftOpen, Shared>,
): CatalogueRow {
  const written = whole<LeftOpen>(shared, row);
  return catalogueRow('OBSERVE', written, () => {
    const { sends, why, acts, needs = [], requests, right, alsoRight } = written;
    return {
      sends,
      why,
      acts,
      right: shown(right, requests),
      alsoRight: shown(alsoRight, requests),
      accepts: 'Anything: the interface document leaves it open, so it is recorded and can not fail.',
      wrong: null,
      needs,
    };
  });
}

function owed(level: 'MUST' | 'SHOULD', written: Owed): CatalogueRow {
  return catalogueRow(level, written, () => {
    const { sends, accepts, why, acts, statuses, needs = [], requests, right, wrong } = written;
    return {
      sends,
      accepts,
      why,
      acts,
      ...(statuses === undefined ? {} : { statuses }),
      right: shown(right, requests),
      wrong: shown(wrong, requests),
      alsoRight: null,
      needs,
    };
  });
}

function catalogueRow(level: Level, written: Written, explanation: () => Explanation): CatalogueRow {
  const { statement, section, since = 1 } = written;
  return { level, statement, section, since, explanation };
}

/** Both parts of a row: the types of `must`, `should` and `observe` see to it that nothing is missing. */
function whole<Row>(shared: Partial<Row>, row: Partial<Row>): Row {
  return { ...shared, ...row } as Row;
}

function shown(text: Shown, requests: readonly Sent[] = []): Example {
  if ('says' in text) {
    return text;
  }
  const [says, ...answers] = text;
  const answered = answers.map((answer, index): [Sent, Answered] => {
    const request = requests[index];
    if (request === undefined) {
      throw new Error(`There is no request for every answer: ${says}`);
    }
    return [request, answer];
  });
  return example(says, ...answered);
}

type Fields = Readonly<Record<string, string>>;
export type Sent = ExampleExchange['request'];

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
