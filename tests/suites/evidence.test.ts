import { expect, it, test } from 'vitest';
import { auth } from '../../suites/auth.ts';
import { get } from '../../suites/get.ts';
import { list } from '../../suites/list.ts';
import { refusals } from '../../suites/refused-creations.ts';
import type { ServiceAnswer } from '../suite/service.ts';
import { apiKey } from '../suite/test-session.ts';
import {
  failure,
  kindsOf,
  reasonOf,
  type SmallStore,
  storeSession,
  success,
  type Twist,
} from './steps/small-store.ts';

const suites = { ...get, ...list };

const isList = (target: string): boolean => /^\/pets(?:\?|$)/.test(target);

const rows: readonly (readonly [
  requirement: keyof typeof suites,
  what: string,
  twist: Twist,
  reason: string,
])[] = [
  [
    'list/limit-bounds-count',
    'a list',
    ({ target }) => (isList(target) ? { status: 200, body: '{}' } : undefined),
    'did not return an array',
  ],
  [
    'list/limit-with-status',
    'an animal in a list',
    ({ target }) => (target.includes('status') ? success([]) : undefined),
    'no list with a limit and a status has an animal',
  ],
  [
    'get/id-matches',
    'an animal that can be read',
    ({ target }) => (isList(target) ? undefined : { status: 200, body: '[]' }),
    'a known animal was answered with 200 []',
  ],
];

it.each(rows)('%s is passed only with %s', async (requirement, _what, twist, reason) => {
  const check = (await storeSession(twist)).check(requirement);
  expect(await reasonOf(suites[requirement]?.run(check) ?? Promise.resolve())).toContain(reason);
});

it('auth/checked-first is decided by creations where only they refuse a bad key', async () => {
  const isOfTheKey = (header = '') => header.includes(apiKey);
  const session = await storeSession(({ headers, method }) =>
    method === 'POST' || isOfTheKey(headers.authorization) ? undefined : failure(403),
  );
  const check = session.check('auth/checked-first');
  expect(await reasonOf(auth['auth/checked-first']?.run(check) ?? Promise.resolve())).toBe('a verdict');
  expect(kindsOf(session).filter((kind) => kind.startsWith('auth/checked-first'))).toEqual([]);
});

const keyless = ['auth/missing-key', 'auth/not-bearer', 'auth/unknown-key', 'auth/checked-first'] as const;

it.each(keyless)('%s is decided in a read-only run that finds no animal', async (requirement) => {
  const session = await storeSession(undefined, { readOnly: true });
  const check = session.check(requirement);
  await check.list();
  expect(await reasonOf(auth[requirement]?.run(check) ?? Promise.resolve())).toBe('a verdict');
  expect(kindsOf(session)).toEqual([]);
});

it('reading without a key is found in a read-only run that finds no animal', async () => {
  const session = await storeSession(({ target }) => (isList(target) ? undefined : failure(404)), {
    readOnly: true,
  });
  const check = session.check('auth/missing-key');
  await check.list();
  await auth['auth/missing-key']?.run(check);
  expect(kindsOf(session)).toEqual(['auth/missing-key getPet-status-404']);
});

test.each<[string, (store: SmallStore) => ServiceAnswer, string[]]>([
  ['accepted', (store) => success(store.add('Rex'), 201), ['create/missing-category status-201']],
  ['answered with a failure', () => failure(500), []],
  ['dropped', () => 'drop', []],
])('an invalid creation with a charset that is %s', async (_how, answer, kinds) => {
  const session = await storeSession(
    ({ headers }, store) => (/charset/.test(headers['content-type'] ?? '') ? answer(store) : undefined),
    { effort: 'thorough' },
  );
  await refusals['create/missing-category']?.run(session.check('create/missing-category'));
  const found = new Set(kindsOf(session).filter((kind) => kind.startsWith('create/missing-category')));
  expect([...found]).toEqual(kinds);
});
