import { describe, expect, it } from 'vitest';
import { idsAreUnique } from '../../../suites/shared/unique-ids.ts';
import { failure, kindsOf, storeSession, success } from './small-store.ts';

const id = 'create/unique-ids';

describe('creations', () => {
  it('are made twice the same, and several at once, each its own', async () => {
    const session = await storeSession();
    await idsAreUnique(session.check(id));
    const bodies = session.requests.map(({ body }) => body);
    expect(bodies).toHaveLength(8);
    expect(bodies[0]).toBe('{"name":"Rex cabcdef1z","categoryId":1,"status":"pending"}');
    expect(bodies[1]).toBe(bodies[0]);
    expect(new Set(bodies).size).toBe(7);
    expect(bodies[2]).toContain('"available"');
    expect(kindsOf(session)).toEqual([]);
  });

  it('are two at effort smoke', async () => {
    const session = await storeSession(undefined, { effort: 'smoke' });
    await idsAreUnique(session.check(id));
    expect(session.asked()).toHaveLength(2);
  });

  it('that get one id are found by the watch', async () => {
    const session = await storeSession(({ body }) =>
      body.includes('available') ? success({ ...JSON.parse(body), id: 5 }, 201) : undefined,
    );
    await idsAreUnique(session.check(id));
    expect(kindsOf(session)).toEqual([`${id} id-given-twice`]);
  });
});

describe('the same creation again', () => {
  const answered = async (first: number, second: number) => {
    const session = await storeSession(({ number }) => {
      const status = [first, second][number - 1] ?? 201;
      return status === 201 ? undefined : failure(status);
    });
    await idsAreUnique(session.check(id));
    return session.findings.filter(({ requirement }) => requirement === 'create/accepts-valid');
  };

  it('may be refused with 400', async () => {
    expect(await answered(201, 400)).toEqual([]);
  });

  it('may not be answered otherwise', async () => {
    expect(await answered(201, 409)).toMatchObject([
      { kind: 'same-again-status-409', exchange: 2, related: [{ exchange: 1 }] },
    ]);
  });

  it('tells nothing where the first was refused', async () => {
    expect(await answered(409, 409)).toEqual([]);
  });
});
