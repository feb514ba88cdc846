import { describe, expect, it } from 'vitest';
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
});
