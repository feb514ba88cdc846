import { describe, expect, it } from 'vitest';
import { noCredential } from '../../../src/arbitraries/credentials.ts';
import { refusedCreationsStayUnseen } from '../../../suites/refused-without-effect.ts';
import { failure, reasonOf, type StoreSession, storeSession, success, type Twist } from './small-store.ts';

describe('refused creations', () => {
  it('are nothing to look for where none is refused', async () => {
    const session = await storeSession(() => success({ id: 1, name: 'Rex', categoryId: 1 }));
    expect(await look(session)).toBe(
      'Inconclusive: no creation was refused with 400, so there is nothing to look for',
    );
    expect(session.asked()).toEqual(['POST /pets']);
  });
});

describe('no verdict', () => {
  it('comes of a store that holds more than a list shows', async () => {
    const session = await refused(({ target }, { pets }) =>
      target.startsWith('/pets?') ? success(many(100, pets)) : undefined,
    );
    expect(await look(session)).toMatch(
      /^Inconclusive: no list after the refused creations is known to be complete/,
    );
    expect(session.asked().slice(3)).toEqual(['GET /pets?limit=100&status=pending', 'GET /pets?limit=100']);
  });

  it('is avoided where a longer list shows that its pages are longer', async () => {
    const session = await refused(({ target }, { pets }) =>
      target.includes('pending')
        ? success(many(30, pets))
        : target.startsWith('/pets?')
          ? success(many(40, pets))
          : undefined,
    );
    expect(await look(session)).toBe('a verdict');
  });

  it('comes where no animal can be created', async () => {
    const reason = /^Inconclusive: no animal could be created \(POST/;
    expect(await look(await refused(({ number }) => (number === 3 ? failure(400) : undefined)))).toMatch(
      reason,
    );
    const odd: Twist = ({ number }) => (number === 3 ? { status: 201, body: '{"id":"x"}' } : undefined);
    expect(await look(await refused(odd))).toMatch(/^Inconclusive: created animals have no id/);
    const ok: Twist = ({ number }) =>
      number === 3 ? { status: 200, body: '{"id":1,"name":"Rex","categoryId":1}' } : undefined;
    expect(await look(await refused(ok))).toMatch(reason);
  });

  it('comes where the new animal never comes into the list, which is waited for', async () => {
    const session = await refused(({ target }) => (target.includes('pending') ? success([]) : undefined));
    expect(await look(session)).toMatch(/^Inconclusive: a list of that status, which contains a new animal/);
    expect(session.pauses.reduce((sum, ms) => sum + ms, 0)).toBe(2000);
  });

  it('comes where the list is none', async () => {
    const session = await refused(({ target }) => (target.includes('pending') ? failure(500) : undefined));
    expect(await look(session)).toMatch(/^Inconclusive: a list of that status, which contains a new animal/);
  });
});

const cutOff = '{"name":"Rex cabcdef900z"';
const withoutKey = '{"name":"Rex cabcdef901z","categoryId":1}';

/** A session in which a creation was refused with 400, and one with 401. */
async function refused(twist?: Twist, changes = {}): Promise<StoreSession> {
  const session = await storeSession(twist, changes);
  const check = session.check('create/malformed-json');
  await check.create(cutOff);
  await check.create(withoutKey, noCredential);
  return session;
}

const look = (session: StoreSession, status: 400 | 401 = 400) =>
  reasonOf(
    refusedCreationsStayUnseen(
      session.check(status === 400 ? 'create/refused-without-effect' : 'auth/refused-without-effect'),
      status,
    ),
  );

/** The animals, and others up to that many. */
const many = (count: number, pets: StoreSession['store']['pets']) => [
  ...pets,
  ...Array.from({ length: count - pets.length }, (_, index) => ({
    id: 5001 + index,
    name: 'Tom',
    categoryId: 1,
    status: 'pending',
  })),
];
