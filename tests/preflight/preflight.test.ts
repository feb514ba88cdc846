import { createServer as createTlsServer } from 'node:https';
import { expect, it } from 'vitest';
import { preflight } from '../../src/preflight/run-preflight.ts';
import { freePort, serving } from '../listening.ts';
import { type ServiceAnswer, type ServiceRequest, startService } from '../suite/service.ts';
import { apiKey, type SessionChanges, testSession } from '../suite/test-session.ts';
import { certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { startRawServer } from '../target/raw-server.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { created, emptyList, epochIn, needed, preflightOf, refused, store } from './preflight-service.ts';

type Answer = (request: ServiceRequest) => ServiceAnswer;

/** What a service is like, how it answers, with what settings and path the preflight runs. */
type Row = readonly [what: string, answer: Answer, changes?: SessionChanges, path?: string];

const page: ServiceAnswer = {
  status: 404,
  body: '<!DOCTYPE html><title>Not Found</title>',
  headers: { 'Content-Type': 'text/html' },
};
const pets: ServiceAnswer = { status: 200, body: '[{"id":1,"name":"Rex","categoryId":1}]' };
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

const onPets =
  (answer: ServiceAnswer): Answer =>
  ({ target }) =>
    target.startsWith('/pets') ? answer : problem(404);

const large = '9007199254740993';

const services: readonly Row[] = [
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

/** What the preflight says of a service that is ready. */
const usual = [
  'reachable good: responds',
  'key good: accepted',
  'clock good: in sync with this machine',
  'allowance good: 900 of 1,000 left, this run needs about 100',
  'category good: categoryId 1 accepted',
];

/** What the preflight found of a service, without what differs from run to run. */
async function described([what, answer, changes, path = '']: Row): Promise<string> {
  const { baseUrl, requests } = await startService(answer);
  const { steps, workingCategories, nameForm } = await preflightOf(baseUrl + path, changes);
  const said = steps.map(({ name, outcome, text, remedy }) =>
    `${name} ${outcome}: ${text}${remedy === null ? '' : `\n    remedy: ${remedy}`}`
      .replaceAll(baseUrl, '$URL')
      .replace(/responds in \d+ ms/, 'responds')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, '$TIME')
      .replace(/\d+(?= s (?:ahead|behind))/, (seconds) => `${Math.round(Number(seconds) / 60) * 60}`),
  );
  const asUsual = said.filter((line) => usual.includes(line)).map((line) => line.split(' ')[0]);
  const methods = requests
    .map(({ method, hasKey }) => (hasKey ? method : `${method} without key`))
    .join(', ');
  return [
    what,
    `${methods.replace(/(POST(?:, )?){6,}/, (all) => `POST × ${all.split(',').length}`)} ${requests.findLast(({ body }) => body !== '')?.body ?? ''}`.trimEnd(),
    ...(asUsual.length === 0 ? [] : [`as usual: ${asUsual.join(', ')}`]),
    ...said.filter((line) => !usual.includes(line)),
    `categories: ${workingCategories.join(', ') || 'none'}; names: ${nameForm.template} with ${nameForm.tags}`,
  ].join('\n  ');
}

it('the preflight finds out what a service is like', async () => {
  const all: string[] = [];
  for (const row of services) {
    all.push(await described(row));
  }
  expect(all.join('\n')).not.toContain(apiKey);
  await expect(`${all.join('\n\n')}\n`).toMatchFileSnapshot('preflight.txt');
});

it.each<[string, () => Promise<string>, RegExp, RegExp]>([
  [
    'a port at which nothing listens',
    async () => `http://127.0.0.1:${await freePort()}/v1`,
    /nothing listens there/,
    /start the service/,
  ],
  [
    'HTTPS at a port of HTTP',
    async () => (await startService(store(emptyList))).baseUrl.replace('http:', 'https:'),
    /does not speak TLS/,
    /check that the URL is https/,
  ],
  [
    'HTTP at a port of HTTPS',
    async () => {
      const server = createTlsServer({ key: privateKey, cert: certificateOfLocalhost });
      const { port } = closeAfterwards(await serving(server));
      return `http://127.0.0.1:${port}/v1`;
    },
    /closed without|reset/,
    /speaks HTTP or HTTPS|does not speak HTTP/,
  ],
  [
    'what does not speak HTTP',
    async () => {
      const server = await startRawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
      return closeAfterwards(server).baseUrl;
    },
    /not HTTP/,
    /does not speak HTTP/,
  ],
])('a target that is not reached is a problem with a remedy: %s', async (_what, open, text, remedy) => {
  const { steps } = await preflightOf(await open());
  expect(steps).toMatchObject([
    {
      name: 'reachable',
      outcome: 'problem',
      text: expect.stringMatching(text),
      remedy: expect.stringMatching(remedy),
    },
  ]);
});

it('a redirection to another host is reported, and that host gets no request', async () => {
  const elsewhere = await startService(() => pets);
  const headers = { Location: `${elsewhere.baseUrl}/pets?limit=100` };
  const { baseUrl } = await startService(onPets({ status: 308, headers }));
  const { steps } = await preflightOf(baseUrl);
  expect(steps[0]?.remedy).toBe(`did you mean ${elsewhere.baseUrl} ? GET /pets redirects there`);
  expect(elsewhere.requests).toEqual([]);
});

it('a run that had to wait for hours is ended', async () => {
  const headers = {
    'Retry-After': '36000',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': epochIn(36_000),
  };
  const { session } = testSession((await startService(() => ({ status: 429, headers }))).baseUrl);
  await expect(preflight(session, needed, () => {})).rejects.toThrow(/quota of the key is exhausted until/);
});
