import type { ServiceAnswer, ServiceRequest } from '../suite/service.ts';
import type { SessionChanges } from '../suite/test-session.ts';
import { created, emptyList, epochIn, refused, store } from './preflight-service.ts';

type Answer = (request: ServiceRequest) => ServiceAnswer;

/** What a service is like, how it answers, with what settings and path the preflight runs. */
export type PreflightCase = readonly [what: string, answer: Answer, changes?: SessionChanges, path?: string];

const page: ServiceAnswer = {
  status: 404,
  body: '<!DOCTYPE html><title>Not Found</title>',
  headers: { 'Content-Type': 'text/html' },
};
export const pets: ServiceAnswer = { status: 200, body: '[{"id":1,"name":"Rex","categoryId":1}]' };
const readOnly = { readOnly: true };

function problem(status: number, message = 'm'): ServiceAnswer {
  return { status, body: JSON.stringify({ code: 'c', message, status }) };
}

/** A service whose creations are accepted with these categories and names alone. */
function accepting(
  categories: RegExp,
  names: RegExp,
  message = 'The name is not valid',
  status = 400,
): Answer {
  return store(emptyList, ({ body }) => {
    const name = /"name":"(.*?)"/.exec(body)?.[1] ?? '';
    const category = /"categoryId":(-?\d+)/.exec(body)?.[1] ?? '';
    if (!names.test(name)) {
      return problem(status, message);
    }
    return categories.test(category)
      ? { status: 201, body: body.replace('{', '{"id":7,') }
      : problem(status, 'There is no such category');
  });
}

function withHeaders(headers: () => Readonly<Record<string, string>>): Answer {
  return (request) => store({ ...emptyList, headers: headers() })(request);
}

function withAllowance(limit: number, remaining: number, resetInSeconds: number, clockSeconds = 0): Answer {
  return withHeaders(() => ({
    'X-RateLimit-Limit': `${limit}`,
    'X-RateLimit-Remaining': `${remaining}`,
    'X-RateLimit-Reset': epochIn(clockSeconds + resetInSeconds),
    Date: new Date(Date.now() + clockSeconds * 1000).toUTCString(),
  }));
}

const inWords = (value: string) =>
  withHeaders(() => ({ 'X-RateLimit-Limit': value, 'X-RateLimit-Remaining': value }));

/** The time of now in the form of asctime. */
function asctime(): string {
  const [day, date, month, year, time] = new Date().toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}`;
}

const byMethod =
  (list: ServiceAnswer, creation: ServiceAnswer): Answer =>
  ({ method }) =>
    method === 'GET' ? list : creation;

export const onPets =
  (answer: ServiceAnswer): Answer =>
  ({ target }) =>
    target.startsWith('/pets') ? answer : problem(404);

const large = '9007199254740993';

export const preflightCases: readonly PreflightCase[] = [
  ['ready', store(emptyList)],

  ['without a response', () => 'drop'],
  ['silent', () => 'silence', { timeoutMs: 100 }],
  ['with a page in place of its list', store({ ...page, status: 200 })],
  ['with a redirected list', store({ status: 302, headers: { Location: 'https://elsewhere.example/' } })],
  ['out of order: 502', () => ({ ...page, status: 502 })],
  ['out of order: 503', () => ({ ...page, status: 503 })],
  ['out of order: 504', () => ({ ...page, status: 504 })],
  ['out of order for a moment', ({ number }) => (number === 1 ? { ...page, status: 503 } : pets), readOnly],

  ['that refuses the key: 401', store(problem(401))],
  ['that refuses the key: 403', store(problem(403))],
  [
    'whose allowance is used up',
    store({
      status: 429,
      headers: { 'Retry-After': '0', 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': '' },
    }),
    { minuteMs: 100 },
  ],
  [
    'whose list alone refuses the key',
    ({ method, target, hasKey }) => {
      if (!hasKey || target.startsWith('/pets?')) {
        return problem(401);
      }
      return method === 'POST' ? created(1) : problem(404);
    },
  ],

  ['elsewhere: pages at the base URL with /pets', () => page, {}, '/pets'],
  ['elsewhere: /pets taken for an animal', byMethod(problem(422), problem(405)), {}, '/pets'],
  ['elsewhere: /pets taken for an animal, a page for a creation', byMethod(problem(400), page), {}, '/pets'],
  ['elsewhere: JSON for every path', () => problem(404), {}, '/store'],
  ['elsewhere: a page for every path', () => ({ ...page, status: 200 }), {}, '/docs'],
  ['elsewhere: every path refused alike', () => problem(405), {}, '/store'],
  ['elsewhere: a portal that answers 511', () => ({ ...page, status: 511 }), {}, '/store'],
  ['elsewhere: everything fails', () => problem(500), {}, '/store'],
  [
    'elsewhere: a redirection that leads back',
    () => ({ status: 302, headers: { Location: '/v1/store/pets' } }),
    {},
    '/store',
  ],
  ['elsewhere: every path says the same', () => ({ status: 200, body: '{"hello":1}' }), {}, '/store'],
  ['elsewhere, read-only: pages', () => page, readOnly],
  [
    'elsewhere, read-only: a key first',
    ({ headers }) => problem('authorization' in headers ? 404 : 401),
    readOnly,
  ],
  ['elsewhere, read-only: /pets taken for an animal', () => problem(400), readOnly],

  ['with a fault: no list', byMethod(problem(404), { status: 201, body: '{"id":1}' })],
  ['with a fault: a page for a list', byMethod(page, { status: 201, body: '{"id":1}' })],
  ['with a fault: no creation', byMethod(pets, problem(404))],
  ['with a fault: every request refused', onPets(problem(400))],
  ['with a fault: every request fails', onPets(problem(500))],
  [
    'with a fault: no list, and creations refused',
    ({ method, target }) => problem(method === 'POST' && target === '/pets' ? 422 : 404),
  ],
  ['with a fault: a redirected slash', onPets({ status: 301, headers: { Location: '/v1/pets/' } })],

  ['with an allowance too small, reset in hours', withAllowance(1000, 50, 36_000)],
  ['with an allowance too small, reset soon', withAllowance(1000, 50, 30)],
  ['with an ample allowance', withAllowance(3000, 2999, 30)],
  ['with an allowance that is enough', withAllowance(1000, 500, 30)],
  ['with an allowance that is enough, reset in hours', withAllowance(1000, 500, 36_000)],
  ['with an allowance by its own clock', withAllowance(60, 50, 30, 1800)],
  ['with no allowance', inWords('')],
  ['with an allowance in words', inWords('many')],
  ['with a negative allowance', inWords('-1')],
  ['with its time in the form of asctime', withHeaders(() => ({ Date: asctime() }))],
  ['ten minutes ahead', withAllowance(1000, 900, 60, 600)],
  ['ten minutes behind', withAllowance(1000, 900, 60, -600)],

  ['with category 2', accepting(/^2$/, /./)],
  [
    'with a category in its list, to the last digit',
    store(
      { status: 200, body: `[{"id":1,"name":"a","categoryId":${large}},{"id":2,"name":"b"}]` },
      ({ body }) => (body.includes(large) ? created(1) : refused),
    ),
  ],
  ['with one of the named categories', accepting(/^8$/, /./), { categoryIds: [7n, 8n, 9n] }],
  ['that refuses the named category', store(emptyList, () => refused), { categoryIds: [7n] }],
  ['with an unknown category', store(emptyList, () => refused)],
  ['whose creations fail: 500', store(emptyList, () => problem(500))],
  ['whose creations fail: 404', store(emptyList, () => problem(404))],
  ['whose creations fail: 422', store(emptyList, () => problem(422))],
  [
    'that refuses one status',
    store(emptyList, ({ body }) => (body.includes('"available"') ? refused : created(1))),
  ],
  ['that is to create nothing', store(emptyList), { readOnly: true, categoryIds: [7n] }],

  ['whose names have three words', accepting(/./, /^\S+ \S+ \S+/)],
  [
    'that refuses the first creation alone',
    store(emptyList, ({ number }) => (number === 2 ? refused : created(1))),
  ],
  ['whose names have letters only, ten at most', accepting(/./, /^[A-Za-z]{1,10}$/)],
  ['whose names have small letters only', accepting(/./, /^[a-z]+$/)],
  ['whose names have a capital, then small letters', accepting(/./, /^[A-Z][a-z]*$/)],
  ['whose names have no digits', accepting(/./, /^\D+$/)],
  ['whose names have no blank', accepting(/./, /^\S+$/)],
  ['whose names have a capital in front', accepting(/./, /^[A-Z][A-Za-z0-9 ]+$/)],
  ['whose names have two words', accepting(/./, /^\S+( \S+)?$/)],
  ['whose names have 20 characters', accepting(/./, /^.{1,20}$/)],
  // Shorter than later names with more digits in their tags.
  ['whose names have 13 characters', accepting(/./, /^.{1,13}$/)],
  ['that does not say what is wrong with a name: 400', accepting(/./, /^[a-z]+$/, 'No.')],
  ['that does not say what is wrong with a name: 422', accepting(/./, /^[a-z]+$/, 'No.', 422)],
  ['with category 10, whose names have letters only', accepting(/^10$/, /^[A-Za-z]+$/)],
  ['whose names can not be foreseen', accepting(/./, /^PET-\d+$/, 'The name must look like PET-123')],
  [
    'whose names can not be foreseen, with a named category',
    accepting(/./, /^PET-\d+$/, 'The name must look like PET-123'),
    { categoryIds: [7n] },
  ],
  ['whose names are shorter than a tag', accepting(/./, /^.{1,5}$/, 'The name is too long')],
  ['whose names the user knows', accepting(/./, /^pet-[a-z]+-x$/), { nameTemplate: 'pet-{tag}-x' }],
  [
    'that refuses names and categories of the user',
    accepting(/./, /^never$/),
    { categoryIds: [7n], nameTemplate: 'x{tag}' },
  ],
];
