import { describe, expect, it } from 'vitest';
import { list } from '../../../suites/list.ts';
import {
  asksForList,
  listsOf,
  plainListOf,
  queryOf,
  requirementOf,
} from '../../../suites/steps/documented-lists.ts';
import { failure, storeSession } from './small-store.ts';

interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What is reported of a store that refuses these requests, and what it was asked. */
async function judged(list: ReturnType<typeof plainListOf>, isRefused: (sent: Sent) => boolean) {
  const session = await storeSession((sent) => (isRefused(sent) ? failure(400) : undefined));
  const check = session.check('list/limit-with-status');
  await asksForList(check, list);
  const found = session.findings.filter(({ requirement }) => requirement.startsWith('list/'));
  return {
    asked: session.asked(),
    found: found.map(({ requirement, kind, exchange, related }) =>
      [requirement, kind, exchange, ...related.map((other) => `beside ${other.exchange}`)].join(' '),
    ),
    messages: found.map(({ message }) => message),
  };
}

const both = plainListOf({ limit: 5, status: 'sold' });
const query = 'limit=5&status=sold';

it('lists of a requirement have the parameters that it is about', () => {
  for (const requirement of [
    'list/limit-with-status',
    'list/limit-accepted',
    'list/status-accepted',
  ] as const) {
    const lists = listsOf(requirement);
    expect(lists.map(requirementOf)).toEqual(lists.map(() => requirement));
  }
});

it('the check of both parameters sends both', async () => {
  const session = await storeSession();
  const check = session.check('list/limit-with-status');
  await list['list/limit-with-status']?.run(check).catch(() => {});
  expect(session.asked().length).toBeGreaterThan(3);
  expect(session.asked().filter((asked) => !(asked.includes('limit=') && asked.includes('status=')))).toEqual(
    [],
  );
});

describe('a documented list', () => {
  it('that is accepted needs no further request', async () => {
    expect(await judged(both, () => false)).toMatchObject({ asked: [`GET /pets?${query}`], found: [] });
  });

  it('whose parameters are refused only together violates the requirement on both', async () => {
    expect(await judged(both, ({ target }) => target === `/pets?${query}`)).toMatchObject({
      asked: [`GET /pets?${query}`, 'GET /pets?status=sold', 'GET /pets?limit=5', `GET /pets?${query}`],
      found: ['list/limit-with-status status-400 1 beside 2 beside 3'],
    });
  });

  it('violates the requirement on the parameter that is refused alone', async () => {
    expect((await judged(both, ({ target }) => target.includes('limit=5'))).found).toEqual([
      'list/limit-accepted status-400 3 beside 2',
    ]);
    expect((await judged(both, ({ target }) => target.includes('status'))).found).toEqual([
      'list/status-accepted status-400 2 beside 3',
    ]);
  });

  it('violates list/returns-pets where every list is refused', async () => {
    expect((await judged(both, () => true)).found).toEqual(['list/returns-pets status-400 3']);
  });

  it('is reported for its form alone where that is the cause', async () => {
    const unusual = plainListOf({
      ...both,
      isLimitFirst: false,
      accept: null,
      isCompressed: true,
      isFresh: true,
    });
    expect(await judged(unusual, ({ headers }) => headers['accept'] === undefined)).toMatchObject({
      found: ['list/returns-pets status-400 7 beside 2'],
      messages: ['GET /pets without Accept returned 400'],
    });
  });

  it('is reported for the order of its parameters where only one is refused', async () => {
    const reversed = plainListOf({ ...both, isLimitFirst: false, isCompressed: true });
    expect(queryOf(reversed)).toBe('status=sold&limit=5');
    expect((await judged(reversed, ({ target }) => target.endsWith('sold&limit=5'))).messages).toEqual([
      'GET /pets?status=sold&limit=5 returned 400',
    ]);
  });
});
