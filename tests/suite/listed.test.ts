import { describe, expect, it } from 'vitest';
import { listed, listedUntil } from '../../src/suite/listed.ts';
import { type ServiceAnswer, startService } from './service.ts';
import { type SessionChanges, testSession } from './test-session.ts';

function animals(count: number): string {
  const pets = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'a', categoryId: 1 }));
  return JSON.stringify(pets);
}

/** Lists of as many animals as `count` says for each request. */
async function lists(count: (request: number) => number, changes: SessionChanges = {}) {
  const service = await startService(({ number }) => ({ status: 200, body: animals(count(number)) }));
  const test = testSession(service.baseUrl, changes);
  return { ...test, service, pauses: test.pauses, check: test.check('list/created-pet-listed') };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('a list that is asked for until it is as wanted', () => {
  it('is asked for once where it is so at once', async () => {
    const { check, service, pauses } = await lists(() => 3);
    const list = await listedUntil(check, { limit: 100 }, ({ pets }) => pets.length === 3);
    expect(list?.pets.map(({ id }) => id)).toEqual([1n, 2n, 3n]);
    expect(service.requests).toHaveLength(1);
    expect(pauses).toEqual([]);
  });

  it('is asked for again until it is so, with growing pauses', async () => {
    const { check, service, pauses } = await lists((request) => request);
    const list = await listedUntil(check, { limit: 100 }, ({ pets }) => pets.length === 4);
    expect(list?.pets).toHaveLength(4);
    expect(service.requests).toHaveLength(4);
    expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
  });

  it.each([0, 1, 500, 2_000, 60_000])(
    'is asked for to the end of %i ms of grace, and no longer',
    async (grace) => {
      const { check, service, pauses } = await lists(() => 1, { consistencyGraceMs: grace });
      const list = await listedUntil(check, { limit: 100 }, () => false);
      expect(list?.pets).toHaveLength(1);
      expect(sum(pauses)).toBe(grace);
      // The last list was asked for when the grace was over.
      expect(service.requests).toHaveLength(pauses.length + 1);
      expect(service.requests.length).toBeLessThan(10);
    },
  );

  it('is given up at once where it is no list', async () => {
    for (const answer of [
      { status: 500, body: '{}' },
      { status: 200, body: '{"items":[]}' },
    ] satisfies ServiceAnswer[]) {
      const service = await startService(() => answer);
      const { check } = testSession(service.baseUrl);
      expect(await listedUntil(check('list/created-pet-listed'), { limit: 100 }, () => false)).toBeNull();
      expect(service.requests).toHaveLength(1);
    }
  });

  it('ends when the run is stopped', async () => {
    const { check, service } = await lists(() => 1, { maxRequests: 2 });
    await expect(listedUntil(check, { limit: 100 }, () => false)).rejects.toMatchObject({
      reason: 'max-requests',
    });
    expect(service.requests).toHaveLength(2);
  });
});

describe('a list', () => {
  it('without a limit looks complete below 20', async () => {
    const { check } = await lists((request) => (request === 1 ? 19 : 20));
    expect((await listed(check, {}))?.looksComplete).toBe(true);
    expect((await listed(check, {}))?.looksComplete).toBe(false);
  });

  it('counts what it holds, also where that can not be read as animals', async () => {
    const service = await startService(() => ({
      status: 200,
      body: `[${Array(20).fill('null').join(',')}]`,
    }));
    const { check } = testSession(service.baseUrl);
    expect(await listed(check('list/created-pet-listed'), { limit: 100 })).toMatchObject({
      pets: [],
      complete: false,
      looksComplete: false,
    });
  });
});
