import { expect, it } from 'vitest';
import { judgeBothParameters } from '../../../suites/shared/whole-and-filters.ts';
import { failure, storeSession } from './small-store.ts';

const query = 'limit=5&status=sold';

/** What is said of a store that refuses these targets, and what it was asked. */
async function judged(...refused: readonly string[]) {
  const session = await storeSession(({ target }) => (refused.includes(target) ? failure(400) : undefined));
  const check = session.check('list/limit-with-status');
  await judgeBothParameters(check, query, await check.listByQuery(query));
  const found = session.findings.filter(({ requirement }) => requirement.startsWith('list/'));
  return {
    asked: session.asked(),
    found: found.map(({ requirement, kind, exchange, related }) =>
      [requirement, kind, exchange, ...related.map((other) => `beside ${other.exchange}`)].join(' '),
    ),
  };
}

it('that are accepted together need no further question', async () => {
  expect(await judged()).toEqual({ asked: [`GET /pets?${query}`], found: [] });
});

it('that are refused together only are a matter of both', async () => {
  expect(await judged(`/pets?${query}`)).toEqual({
    asked: [`GET /pets?${query}`, 'GET /pets?limit=5', 'GET /pets?status=sold'],
    found: ['list/limit-with-status status-400 1 beside 2 beside 3'],
  });
});

it('of which one is refused alone are a matter of that one', async () => {
  expect((await judged(`/pets?${query}`, '/pets?limit=5')).found).toEqual([
    'list/limit-accepted status-400 2',
  ]);
  expect((await judged(`/pets?${query}`, '/pets?status=sold')).found).toEqual([
    'list/status-accepted status-400 3',
  ]);
  expect((await judged(`/pets?${query}`, '/pets?limit=5', '/pets?status=sold')).found).toEqual([
    'list/limit-accepted status-400 2',
    'list/status-accepted status-400 3',
  ]);
});
