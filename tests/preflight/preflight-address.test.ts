import { describe, expect, it } from 'vitest';
import { type ServiceAnswer, type ServiceRequest, startService } from '../suite/service.ts';
import { preflightOf } from './preflight-service.ts';

const html: ServiceAnswer = {
  status: 404,
  body: '<!DOCTYPE html><title>Not Found</title>',
  headers: { 'Content-Type': 'text/html' },
};
const problem = (status: number): ServiceAnswer => ({
  status,
  body: JSON.stringify({ code: 'c', message: 'm', status }),
});
const pets: ServiceAnswer = { status: 200, body: '[{"id":1,"name":"Rex","categoryId":1}]' };

describe('a base URL at which no Animal Store is', () => {
  it.each<[string, string, (request: ServiceRequest) => ServiceAnswer]>([
    ['with /pets', '/pets', () => html],
    ['with /pets, taken for one animal', '/pets', ({ method }) => problem(method === 'GET' ? 422 : 405)],
    [
      'with /pets, where only the creation is a page',
      '/pets',
      ({ method }) => (method === 'GET' ? problem(400) : html),
    ],
    ['with more', '/store', () => problem(404)],
    ['where a page is shown for every path', '/docs', () => ({ ...html, status: 200 })],
    ['where every path is refused alike', '/store', () => problem(405)],
    ['where a portal answers 511 to everything', '/store', () => ({ ...html, status: 511 })],
    ['where everything fails', '/store', () => problem(500)],
    [
      'where a redirect leads back',
      '/store',
      () => ({ status: 302, headers: { Location: '/v1/store/pets' } }),
    ],
    ['where every path says the same', '/store', () => ({ status: 200, body: '{"hello":1}' })],
  ])('is reported: %s', async (_what, path, answer) => {
    const { baseUrl } = await startService(answer);
    const { steps, requestsSent } = await preflightOf(baseUrl + path);
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ name: 'address', outcome: 'problem' });
    expect(steps[0]?.text).toMatch(
      /^no Animal Store found at http:.*: GET \/pets returned \d+ .*POST \/pets returned/,
    );
    const meant = path === '/pets' ? `did you mean ${baseUrl} ?` : 'check the base URL: /pets follows it';
    expect(steps[0]?.remedy).toContain(meant);
    expect(requestsSent).toBe(4);
  });

  it.each<[string, (request: ServiceRequest) => ServiceAnswer]>([
    ['of pages', () => html],
    ['that asks for a key first', ({ headers }) => problem('authorization' in headers ? 404 : 401)],
    ['that takes /pets for one animal', () => problem(400)],
  ])('is reported in a read-only run, which requests without a key instead: %s', async (_what, answer) => {
    const { baseUrl, requests } = await startService(answer);
    const { steps } = await preflightOf(baseUrl, { readOnly: true });
    expect(steps).toMatchObject([{ name: 'address', outcome: 'problem' }]);
    expect(requests.map(({ method }) => method)).not.toContain('POST');
  });

  it('is reported with the redirection to another one, which gets no request', async () => {
    const elsewhere = await startService(() => pets);
    const { baseUrl } = await startService(({ target }) =>
      target.startsWith('/pets')
        ? { status: 308, headers: { Location: `${elsewhere.baseUrl}/pets?limit=100` } }
        : problem(404),
    );
    const { steps } = await preflightOf(baseUrl);
    expect(steps[0]?.remedy).toBe(`did you mean ${elsewhere.baseUrl} ? GET /pets redirects there`);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a store with faults', () => {
  it.each<[string, (request: ServiceRequest) => ServiceAnswer]>([
    [
      'that answers its list 404',
      ({ method }) => (method === 'GET' ? problem(404) : { status: 201, body: '{"id":1}' }),
    ],
    [
      'that answers its list with a page',
      ({ method }) => (method === 'GET' ? html : { status: 201, body: '{"id":1}' }),
    ],
    ['that knows no creation', ({ method }) => (method === 'GET' ? pets : problem(404))],
    ['that refuses every request', ({ target }) => problem(target.startsWith('/pets') ? 400 : 404)],
    ['that fails at every request', ({ target }) => problem(target.startsWith('/pets') ? 500 : 404)],
    [
      'that answers its list 404 and refuses creations',
      ({ method, target }) => problem(method === 'POST' && target === '/pets' ? 422 : 404),
    ],
    [
      'that redirects to the same path with a slash',
      ({ target }) =>
        target.startsWith('/pets') ? { status: 301, headers: { Location: '/v1/pets/' } } : problem(404),
    ],
  ])('is verified nevertheless: %s', async (_what, answer) => {
    const { baseUrl } = await startService(answer);
    const { outcomes } = await preflightOf(baseUrl, { categoryIds: [1n], nameTemplate: 'x{tag}' });
    expect(outcomes).not.toContain('address problem');
    expect(outcomes.filter((outcome) => outcome.endsWith('problem'))).toEqual([]);
  });
});

describe('a service behind which nothing answers', () => {
  it.each([502, 503, 504])('is out of order: %i', async (status) => {
    const { baseUrl } = await startService(() => ({ ...html, status }));
    const { steps, requestsSent } = await preflightOf(baseUrl);
    expect(steps).toMatchObject([{ name: 'reachable', outcome: 'problem' }]);
    expect(steps[0]?.text).toContain(`out of order: GET /pets returned ${status}`);
    expect(requestsSent).toBe(3);
  });

  it('is in order where that was for a moment', async () => {
    const { baseUrl } = await startService(({ number }) => (number === 1 ? { ...html, status: 503 } : pets));
    expect((await preflightOf(baseUrl, { readOnly: true })).outcomes).not.toContain('reachable problem');
  });
});
