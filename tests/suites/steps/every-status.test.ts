import { describe, expect, it } from 'vitest';
import { reachEveryStatus } from '../../../suites/every-response.ts';
import { reasonOf, storeSession } from './small-store.ts';

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

describe('a status that does not come', () => {
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
