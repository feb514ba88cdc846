import { describe, expect, it } from 'vitest';
import { invalidity, isLateByChance, type LoadConduct } from '../../src/load/load-record-of.ts';

const open = {
  mode: 'open',
  offeredRate: 1_000,
  connections: 100,
  intendedStarts: 10_000,
  lateStarts: 0,
  missedStarts: 0,
  latestStartMs: 5,
  lackingStarts: 0,
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

  it('lets three of few starts be late, and says so', () => {
    const late = (lateStarts: number, intendedStarts: number) =>
      invalidity({ ...open, lateStarts, intendedStarts }) !== null;
    expect([late(3, 20), late(4, 20), late(3, 300), late(4, 300)]).toEqual([false, true, false, true]);
    expect([late(5, 500), late(6, 500)]).toEqual([false, true]);
    const chance = (lateStarts: number) => isLateByChance({ ...open, intendedStarts: 5, lateStarts });
    expect([0, 1, 3, 4].map(chance)).toEqual([false, true, true, false]);
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
