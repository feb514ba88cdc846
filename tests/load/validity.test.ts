import { describe, expect, it } from 'vitest';
import { invalidity, type LoadConduct } from '../../src/load/validity.ts';

const open: LoadConduct = {
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
};
const closed: LoadConduct = { ...open, mode: 'closed', offeredRate: null };

describe('invalidity', () => {
  it('lets an open loop spin, and be late or short by one start in a hundred', () => {
    expect(invalidity({ ...open, lateStarts: 100 })).toBeNull();
    expect(invalidity({ ...open, missedStarts: 100 })).toBeNull();
  });

  it('takes no figures of an open loop that was late or short by more', () => {
    expect(invalidity({ ...open, lateStarts: 101 })).toContain('2 ms late');
    expect(invalidity({ ...open, missedStarts: 101 })).toContain('--connections');
  });

  it('takes a service that answers too slowly for a second of starts at its word', () => {
    const short = { ...open, missedStarts: 9_000 };
    expect(invalidity({ ...short, connections: 999 })).toContain('--connections');
    expect(invalidity({ ...short, connections: 1_000 })).toBeNull();
  });

  it('takes no figures of a closed loop that was never idle, unless it was held back', () => {
    expect(invalidity(closed)).toContain('its own speed was measured');
    expect(invalidity({ ...closed, offeredRate: 100 })).toBeNull();
    expect(invalidity({ ...closed, generator: { ...closed.generator, busyShare: 0.9 } })).toBeNull();
  });

  it('takes no figures of a generator that stood still', () => {
    const record = { ...open.generator.record, eventLoopDelayP99Ms: 300 };
    expect(invalidity({ ...open, generator: { record, busyShare: 1 } })).toContain('stood still');
  });
});
