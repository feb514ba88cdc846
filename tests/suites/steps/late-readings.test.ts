import { describe, expect, it } from 'vitest';
import { oldAnimals } from '../../../suites/steps/old-animals.ts';
import { untilOld } from '../../../suites/steps/pauses.ts';
import { createEach, storeSession } from './small-store.ts';

async function waited(lateReadingsMs: number, animals: number): Promise<readonly number[]> {
  const session = await storeSession(undefined, { lateReadingsMs });
  const check = session.check('get/stable');
  await check.list();
  await createEach(check, ...Array.from({ length: animals }, () => 'sold' as const));
  await untilOld(check, check.history.created[0]);
  return session.pauses;
}

describe('the last readings of a run', () => {
  it('come when its first animal is old, and wait no longer than that takes', async () => {
    const [ms = 0, ...others] = await waited(60_000, 2);
    expect(others).toEqual([]);
    expect(ms).toBeGreaterThan(0);
    expect(ms).toBeLessThanOrEqual(60_000);
  });

  it('wait for nothing where the run has taken longer, or created no animal', async () => {
    expect(await waited(0, 2)).toEqual([]);
    expect(await waited(60_000, 0)).toEqual([]);
  });

  it('are of the first animals whose values are often altered, which are created if there are none', async () => {
    const session = await storeSession(undefined, { lateReadingsMs: 60_000 });
    const check = session.check('get/stable');
    const created = async (animal: { readonly name?: string; readonly categoryId?: bigint }) =>
      (await check.create({ ...check.plainPet(), ...animal })).pet?.id;
    await created({});
    const accented = await created({ name: 'Zo\u00eb' });
    const ids = (await oldAnimals(check)).map(({ id }) => id);
    expect(ids[1]).toBe(accented);
    expect(check.own.map(({ id, reads }) => [id, reads.length])).toEqual([
      [1n, 0],
      [accented, 0],
      [ids[0], 1],
      [ids[2], 1],
    ]);
    expect(session.pauses).toHaveLength(3);
    await created({ name: '\u732b'.repeat(300), categoryId: 2n ** 60n });
    expect((await oldAnimals(check)).map(({ id }) => id)).toEqual(ids);
  });
});
