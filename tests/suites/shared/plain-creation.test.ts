import { expect, it } from 'vitest';
import { judgePlainCreation } from '../../../suites/shared/plain-creation.ts';
import { kindsOf, storeSession } from './small-store.ts';

it('a plain creation that is not answered 201 is blamed on create/accepts-valid, whoever sent it', async () => {
  const session = await storeSession(({ number }) => (number === 2 ? { status: 409 } : undefined));
  const check = session.check('list/never-above-100');
  judgePlainCreation(check, await check.createPlain());
  expect(kindsOf(session)).toEqual([]);
  judgePlainCreation(check, await check.createPlain());
  expect(kindsOf(session)).toContain('create/accepts-valid later-status-409');
});
