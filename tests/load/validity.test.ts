import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  invalidity,
  isLateByChance,
  type LoadConduct,
  toleratedStarts,
} from '../../src/load/load-record-of.ts';

const open = {
  mode: 'open',
  offeredRate: 1_000,
  connections: 100,
  intendedStarts: 10_000,
  lateStarts: 0,
  missedStarts: 0,
  generator: {
    record: { eventLoopDelayP99Ms: 1, eventLoopDelayMaxMs: 20, cpuShare: 1 },
    busyShare: 1,
  },
} satisfies LoadConduct;
const closed: LoadConduct & Pick<typeof open, 'generator'> = { ...open, mode: 'closed', offeredRate: null };

describe('invalidity', () => {
  it('lets an open loop spin, and be late or short by one start in a hundred', () => {
    expect(invalidity({ ...open, lateStarts: 100 })).toBeNull();
    expect(invalidity({ ...open, missedStarts: 100 })).toBeNull();
  });

  it('rejects an open loop that was late or short by more', () => {
    expect(invalidity({ ...open, lateStarts: 101 })).toContain('2 ms late');
    expect(invalidity({ ...open, missedStarts: 101 })).toContain('--connections');
  });

  it('leaves it to chance where few starts are late, and to the generator where that is no chance', () => {
    const late = (lateStarts: number, intendedStarts: number) =>
      invalidity({ ...open, intendedStarts, lateStarts }) !== null;
    expect([late(1, 5), late(2, 5)]).toEqual([false, true]);
    expect([late(2, 20), late(3, 20)]).toEqual([false, true]);
    expect([late(3, 100), late(4, 100)]).toEqual([false, true]);
    expect([late(3, 300), late(4, 300)]).toEqual([false, true]);
    expect([late(5, 500), late(6, 500)]).toEqual([false, true]);
    const chance = (lateStarts: number) => isLateByChance({ ...open, intendedStarts: 5, lateStarts });
    expect([chance(0), chance(1), chance(2)]).toEqual([false, true, false]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (starts) => {
        const tolerated = Math.floor(toleratedStarts(starts));
        return !late(tolerated, starts) && late(tolerated + 1, starts);
      }),
    );
  });

  it('says whether a late generator was slow or held up', () => {
    const reported = (cpuShare: number) => {
      const record = { ...open.generator.record, cpuShare };
      return invalidity({ ...open, lateStarts: 5_000, generator: { ...open.generator, record } });
    };
    expect(reported(0.9)).toContain('the generator was too slow; lower --rate');
    expect(reported(0.1)).toContain('other work on this machine delayed the generator, which used only 10 %');
  });

  it('takes a service that answers too slowly for a second of starts at its word', () => {
    const short = { ...open, missedStarts: 9_000 };
    expect(invalidity({ ...short, connections: 999 })).toContain('--connections');
    expect(invalidity({ ...short, connections: 1_000 })).toBeNull();
  });

  it('rejects a closed loop that was never idle, unless it was paced', () => {
    expect(invalidity(closed)).toContain('the load measured the generator');
    expect(invalidity({ ...closed, offeredRate: 100 })).toBeNull();
    expect(invalidity({ ...closed, generator: { ...closed.generator, busyShare: 0.9 } })).toBeNull();
  });

  it('rejects a generator that was blocked', () => {
    const record = { ...open.generator.record, eventLoopDelayP99Ms: 300 };
    expect(invalidity({ ...open, generator: { record, busyShare: 1 } })).toContain('was blocked');
  });
});
