import { describe, expect, it } from 'vitest';
import { reachEveryStatus } from '../../../suites/every-response.ts';
import { failure, reasonOf, storeSession } from './small-store.ts';

const unknown = '/pets/8070450532247928830';

describe('a run that has seen nothing', () => {
  it('is requested for every documented status, once', async () => {
    const session = await storeSession();
    await reachEveryStatus(session.check('responses/schema'));
    expect(session.requests.map(({ method, target, hasKey }) => `${method} ${target} ${hasKey}`)).toEqual([
      'GET /pets?limit=1 true',
      'GET /pets?limit=1 false',
      'POST /pets true',
      'POST /pets true',
      'POST /pets false',
      'GET /pets/1 true',
      `GET ${unknown} false`,
      `GET ${unknown} true`,
    ]);
    expect(session.findings).toEqual([]);
    expect(session.session.unreached('responses/schema')).toEqual([]);
    expect(session.session.unreached('errors/body-shape')).toEqual([]);
    await reachEveryStatus(session.check('responses/schema'));
    expect(session.requests).toHaveLength(8);
  });

  it('is requested for no status of a creation in a read-only run', async () => {
    const session = await storeSession(undefined, { readOnly: true });
    session.store.add('Rex');
    await reachEveryStatus(session.check('responses/schema'));
    expect(session.asked()).toEqual([
      'GET /pets?limit=1',
      'GET /pets?limit=1',
      'GET /pets/1',
      `GET ${unknown}`,
      `GET ${unknown}`,
    ]);
  });
});

describe('a requirement of every response in a read-only run', () => {
  it.each(['responses/schema', 'rate/headers-present'])('%s names the option', async (requirement) => {
    const session = await storeSession(undefined, { readOnly: true });
    session.store.add('Rex');
    const check = session.check(requirement);
    await reachEveryStatus(check);
    expect(() => check.watched()).toThrow(/`--read-only` leaves out what this needs: .*201/);
  });
});

describe('a status that does not come', () => {
  it('is tried twice in a run, whichever check asks', async () => {
    const session = await storeSession(({ method, target }) =>
      method === 'GET' && target === unknown ? failure(410) : undefined,
    );
    for (const requirement of ['errors/body-shape', 'errors/status-matches', 'errors/not-empty']) {
      await reachEveryStatus(session.check(requirement));
    }
    const tries = session.requests.filter(({ target, hasKey }) => target === unknown && hasKey);
    expect(tries).toHaveLength(2);
    // The one without a key is repeated on a fresh connection.
    expect(session.asked()).toHaveLength(11);
  });

  it('keeps no other from being tried', async () => {
    const session = await storeSession(({ body }) => (body.includes('name') ? { status: 400 } : undefined));
    await reachEveryStatus(session.check('errors/body-shape'));
    expect(session.asked().at(-1)).toBe(`GET ${unknown}`);
  });

  it('ends where the run is over', async () => {
    const session = await storeSession(undefined, { maxRequests: 3 });
    expect(await reasonOf(reachEveryStatus(session.check('errors/body-shape')))).toMatch(/^RunStopped: /);
  });
});

it('a run that has all evidence sends nothing more', async () => {
  const session = await storeSession();
  const check = session.check('rate/limit-matches-plan');
  await reachEveryStatus(session.check('get/status-stable-of-another-watch'));
  expect(session.requests).toEqual([]);
  await reachEveryStatus(check);
  expect(session.requests).not.toEqual([]);
});
