import { createServer as createTlsServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import { preflight } from '../../src/preflight/run-preflight.ts';
import { freePort, serving } from '../listening.ts';
import { type ServiceAnswer, startService } from '../suite/service.ts';
import { apiKey, testSession } from '../suite/test-session.ts';
import { certificateOfLocalhost, privateKey } from '../target/certificates.ts';
import { startRawServer } from '../target/raw-server.ts';
import { closeAfterwards } from '../target/test-target.ts';
import {
  categoryOf,
  created,
  emptyList,
  epochIn,
  needed,
  preflightOf,
  refused,
  service,
} from './preflight-service.ts';

describe('a service that is ready', () => {
  it('takes three requests and has no problem', async () => {
    const { baseUrl, requests } = await service(emptyList);
    const { outcomes, workingCategories } = await preflightOf(baseUrl);
    expect(outcomes).toEqual(['reachable good', 'key good', 'clock good', 'allowance good', 'category good']);
    expect(workingCategories).toEqual([1n]);
    expect(requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /pets?limit=100',
      'POST /pets',
      'POST /pets',
    ]);
  });
});

describe('a target that is not reached', () => {
  it.each<[string, () => Promise<string>, RegExp, RegExp]>([
    [
      'a port at which nothing listens',
      async () => `http://127.0.0.1:${await freePort()}/v1`,
      /nothing listens there/,
      /start the service/,
    ],
    [
      'HTTPS at a port of HTTP',
      async () => (await service(emptyList)).baseUrl.replace('http:', 'https:'),
      /does not speak TLS/,
      /check that the URL is https/,
    ],
    [
      'HTTP at a port of HTTPS',
      tlsService,
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
    [
      'a connection that is closed without a response',
      async () => (await startService(() => 'drop')).baseUrl,
      /closed without a response/,
      /speaks HTTP/,
    ],
  ])('is a problem with a remedy: %s', async (_what, open, text, remedy) => {
    const { steps, workingCategories } = await preflightOf(await open());
    expect(steps).toEqual([
      {
        name: 'reachable',
        outcome: 'problem',
        text: expect.stringMatching(text),
        remedy: expect.stringMatching(remedy),
      },
    ]);
    expect(workingCategories).toEqual([]);
  });

  it('costs one timeout where it stays silent', async () => {
    const { baseUrl } = await startService(() => 'silence');
    const { steps, requestsSent } = await preflightOf(baseUrl, { timeoutMs: 100 });
    expect(steps).toMatchObject([{ name: 'reachable', outcome: 'problem' }]);
    expect(steps[0]?.remedy).toContain('more than 100 ms with --timeout');
    expect(requestsSent).toBe(1);
  });
});

async function tlsService(): Promise<string> {
  const server = createTlsServer({ key: privateKey, cert: certificateOfLocalhost });
  const { port } = closeAfterwards(await serving(server));
  return `http://127.0.0.1:${port}/v1`;
}

describe('a key that is not let in', () => {
  it.each([401, 403])('is a problem that ends the preflight: %i', async (status) => {
    const { baseUrl, requests } = await service({ status, body: '{}' });
    const { outcomes, step } = await preflightOf(baseUrl);
    expect(outcomes).toEqual(['reachable good', 'key problem']);
    expect(step('key')?.remedy).toContain('--api-key');
    expect(JSON.stringify(step('key'))).not.toContain(apiKey);
    expect(requests).toHaveLength(status === 401 ? 3 : 1);
  });

  it('is one whose allowance is used up as well', async () => {
    const headers = { 'Retry-After': '0', 'X-RateLimit-Limit': '', 'X-RateLimit-Remaining': '' };
    const { baseUrl } = await service({ status: 429, headers });
    const { outcomes, step } = await preflightOf(baseUrl, { minuteMs: 100 });
    expect(outcomes).toEqual(['reachable good', 'key problem']);
    expect(step('key')?.text).toContain('429');
  });

  it('ends the preflight where it is to wait for hours', async () => {
    const headers = {
      'Retry-After': '36000',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': epochIn(36_000),
    };
    const { baseUrl } = await service({ status: 429, headers });
    const { session } = testSession(baseUrl);
    await expect(preflight(session, needed, () => {})).rejects.toThrow(/quota of the key is exhausted until/);
  });
});

describe('a key that the list alone refuses', () => {
  it('is noted, and the run goes on to say so', async () => {
    const { baseUrl } = await startService(({ method, target, hasKey }) => {
      const denied: ServiceAnswer = { status: 401, body: '{"code":"key","message":"m","status":401}' };
      if (!hasKey || target.startsWith('/pets?')) {
        return denied;
      }
      return method === 'POST'
        ? created(1)
        : { status: 404, body: '{"code":"pet","message":"m","status":404}' };
    });
    const { outcomes, workingCategories } = await preflightOf(baseUrl);
    expect(outcomes).toContain('key note');
    expect(workingCategories).toEqual([1n]);
  });
});

describe('an answer that is not the list', () => {
  it('is noted, and the run goes on: a page, a redirection, a path that is not there', async () => {
    const html = await preflightOf(
      (await service({ status: 200, body: '<h1>Hello</h1>', headers: { 'Content-Type': 'text/html' } }))
        .baseUrl,
    );
    expect(html.outcomes).not.toContain('key problem');
    const elsewhere = await service({ status: 302, headers: { Location: 'https://elsewhere.example/' } });
    const redirected = await preflightOf(elsewhere.baseUrl);
    expect(redirected.step('reachable')?.text).toContain('redirects to https://elsewhere.example/');
    expect(elsewhere.requests.map(({ target }) => target)).toEqual(['/pets?limit=100', '/pets', '/pets']);
    const missing = await preflightOf((await service({ status: 404, body: '{}' })).baseUrl);
    expect(missing.step('reachable')?.text).toContain('/v1');
  });
});

describe('a category', () => {
  it('is found at the second try', async () => {
    const { baseUrl } = await service(emptyList, (request) =>
      categoryOf(request) === 2 ? created(1) : refused,
    );
    const { workingCategories, step } = await preflightOf(baseUrl);
    expect(workingCategories).toEqual([2n]);
    expect(step('category')).toMatchObject({ outcome: 'good', text: 'categoryId 2 accepted' });
  });

  it('is looked for among those that the list shows, to the last digit', async () => {
    const large = '9007199254740993';
    const list = { status: 200, body: `[{"id":1,"name":"a","categoryId":${large}},{"id":2,"name":"b"}]` };
    const { baseUrl } = await service(list, ({ body }) => (body.includes(large) ? created(1) : refused));
    expect((await preflightOf(baseUrl)).workingCategories).toEqual([9_007_199_254_740_993n]);
  });

  it('that is named goes before all others, and none is guessed', async () => {
    const { baseUrl, requests } = await service(emptyList, (request) =>
      categoryOf(request) === 8 ? created(1) : refused,
    );
    const { workingCategories } = await preflightOf(baseUrl, { categoryIds: [7n, 8n, 9n] });
    expect(workingCategories).toEqual([8n, 7n, 9n]);
    expect(requests.filter(({ method }) => method === 'POST').map(categoryOf)).toEqual([7, 8, 8]);
  });

  it('is found where a name needs what only a long one has', async () => {
    const answering = (accepts: (name: string) => boolean) =>
      service(emptyList, ({ body }) => (accepts(JSON.parse(body).name) ? created(1) : refused));
    const threeWords = await preflightOf((await answering((name) => name.split(' ').length > 2)).baseUrl);
    expect(threeWords.step('name')?.text).toMatch(
      /^"Rex \w+z" is refused .*; "bella \w+z IV" is accepted, so the run uses names of that form$/,
    );
    const answers = [true];
    const second = await preflightOf((await answering(() => answers.pop() === true)).baseUrl);
    expect(second.step('name')).toBeUndefined();
    expect(second.step('category')).toMatchObject({ outcome: 'good', text: 'categoryId 1 accepted' });
  });

  it('that is named and refused is for the run to find out', async () => {
    const { baseUrl } = await service(emptyList, () => refused);
    const { outcomes, workingCategories, step } = await preflightOf(baseUrl, { categoryIds: [7n] });
    expect(step('creation')?.text).toBe(
      'expected 201 and a Pet, but POST /pets returned 400 {"code":"invalid","message":"m","status":400}. The run continues and reports this; requirements that need a created animal may be inconclusive',
    );
    expect(outcomes.at(-1)).toBe('creation note');
    expect(workingCategories).toEqual([7n]);
  });

  it('that can not be found is a problem, after a few tries', async () => {
    const { baseUrl, requests } = await service(emptyList, () => refused);
    const { step, workingCategories } = await preflightOf(baseUrl);
    expect(step('creation')?.outcome).toBe('problem');
    expect(step('creation')?.remedy).toContain('--category-id');
    expect(workingCategories).toEqual([]);
    expect(requests.filter(({ method }) => method === 'POST').length).toBeLessThanOrEqual(13);
  });

  it('is not reported for creations that fail in another way', async () => {
    for (const [status, sent] of [
      [500, 2],
      [404, 15],
      [422, 15],
    ] as const) {
      const { baseUrl, requests } = await service(emptyList, () => ({ status, body: '{}' }));
      const { outcomes, workingCategories } = await preflightOf(baseUrl);
      expect(outcomes.at(-1)).toBe('creation note');
      expect(workingCategories).toEqual([1n]);
      expect(requests).toHaveLength(sent);
    }
  });

  it('is tried by every status in turn, since one of them may be what is refused', async () => {
    const { baseUrl } = await service(emptyList, ({ body }) =>
      body.includes('"available"') ? refused : created(1),
    );
    expect((await preflightOf(baseUrl)).step('category')?.outcome).toBe('good');
  });

  it('is not looked for in a run that creates nothing', async () => {
    const { baseUrl, requests } = await service(emptyList);
    const { steps, workingCategories } = await preflightOf(baseUrl, { readOnly: true, categoryIds: [7n] });
    expect(steps.some(({ outcome }) => outcome === 'problem')).toBe(false);
    expect(workingCategories).toEqual([7n]);
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });
});
