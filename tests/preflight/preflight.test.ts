import { createServer as createTlsServer } from 'node:https';
import { expect, it } from 'vitest';
import { preflight } from '../../src/preflight/run-preflight.ts';
import { freePort, serving } from '../listening.ts';
import { startService } from '../suite/service.ts';
import { apiKey, testSession } from '../suite/test-session.ts';
import { certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { startRawServer } from '../target/raw-server.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { onPets, type PreflightCase, pets, preflightCases } from './preflight-cases.ts';
import { emptyList, epochIn, needed, preflightOf, store } from './preflight-service.ts';

/** What the preflight says of a service that is ready. */
const usual = [
  'reachable good: responds',
  'key good: accepted',
  'clock good: in sync with this machine',
  'allowance good: 900 of 1,000 left, this run needs about 100',
  'category good: categoryId 1 accepted',
];

/** What the preflight found of a service, without what differs from run to run. */
async function described([what, answer, changes, path = '']: PreflightCase): Promise<string> {
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
  for (const row of preflightCases) {
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
