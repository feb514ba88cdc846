import { describe, expect, it } from 'vitest';
import { Pauses, RunStopped } from '../../src/target/target.ts';

const hour = 3_600_000;

describe('a pause', () => {
  it('ends by itself', async () => {
    await expect(new Pauses().pause(1)).resolves.toBeUndefined();
  });

  it('ends at once when the run is stopped, each one that is under way', async () => {
    const { pause, stop } = new Pauses();
    const pauses = [pause(hour), pause(hour)];
    stop('max-time');
    for (const one of pauses) {
      await expect(one).rejects.toMatchObject({ name: 'RunStopped', reason: 'max-time' });
    }
  });

  it('does not begin once the run is stopped', async () => {
    const { pause, stop } = new Pauses();
    stop('interrupted');
    await expect(pause(hour)).rejects.toBeInstanceOf(RunStopped);
  });

  it('that is over is not ended again', async () => {
    const { pause, stop } = new Pauses();
    const over = pause(1);
    await over;
    stop('interrupted');
    await expect(over).resolves.toBeUndefined();
  });
});
