import { describe, expect, it } from 'vitest';
import { oftenAltered, oldAnimal } from '../../../suites/steps/old-animals.ts';
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

  it('are of the first animals whose values are often altered', async () => {
    const session = await storeSession(undefined, { lateReadingsMs: 60_000 });
    const check = session.check('get/stable');
    const old = async () => {
      const animals = [];
      for (const isOne of oftenAltered) {
        animals.push((await oldAnimal(check, isOne))?.id);
      }
      return animals;
    };
    const created = async (animal: { readonly name?: string; readonly categoryId?: bigint }) =>
      (await check.create({ ...check.plainPet(), ...animal })).pet?.id;
    await created({});
    expect([await old(), session.pauses]).toEqual([[undefined, undefined, undefined], []]);
    const large = await created({ categoryId: 2n ** 53n + 1n });
    const accented = await created({ name: 'Zo\u00eb' });
    const long = await created({ name: 'x'.repeat(256) });
    await created({ name: '\u732b'.repeat(300), categoryId: 2n ** 60n });
    expect(await old()).toEqual([large, accented, long]);
    expect(session.pauses).toHaveLength(3);
  });
});
