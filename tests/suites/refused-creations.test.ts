import { expect, test } from 'vitest';
import { refusals } from '../../suites/refused-creations.ts';
import type { ServiceAnswer } from '../suite/service.ts';
import { failure, kindsOf, type SmallStore, storeSession, success } from './steps/small-store.ts';

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
