import { describe, expect, it } from 'vitest';
import { type RunningImplementation, startVariant } from '../../reference-impl/index.ts';
import { ask, HandMadeClock, noon } from './service-client.ts';

const clock = new HandMadeClock(noon);

async function within(name: string, look: (service: RunningImplementation) => Promise<void>): Promise<void> {
  const service = await startVariant(name, { clock, plans: { free: { perMinute: 4, perDay: 1_000 } } });
  try {
    await look(service);
  } finally {
    await service.close();
  }
}

describe('a variant of limiters', () => {
  const free = (service: RunningImplementation, path = '/pets') => ask(service, path);

  it.each([
    ['fixed-window', 60_000, [200, 200]],
    ['anchored-window', 60_000, [200, 200]],
    ['sliding-log', 60_000, [200, 200]],
    ['sliding-counter', 75_000, [200, 429]],
    ['token-bucket', 15_000, [200, 429]],
    ['token-bucket-by-seconds', 15_000, [200, 429]],
    ['token-bucket-by-half-minutes', 30_000, [200, 200]],
    ['gcra', 15_000, [200, 429]],
  ])('%s refuses the fifth request and admits again after %i ms', async (name, waitMs, statuses) => {
    clock.advance(60_000 - (clock.now() % 60_000));
    await within(name, async (service) => {
      const remaining = [];
      for (let request = 0; request < 4; request += 1) {
        remaining.push((await free(service)).headers['x-ratelimit-remaining']);
      }
      expect(remaining).toEqual(['3', '2', '1', '0']);
      const refused = await free(service);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(waitMs / 1_000)]);
      clock.advance(waitMs - 1);
      expect((await free(service)).status).toBe(429);
      clock.advance(1);
      expect([(await free(service)).status, (await free(service)).status]).toEqual(statuses);
    });
  });

  it('refused-requests-count keeps what it refused, and says so', async () => {
    await within('refused-requests-count', async (service) => {
      for (let request = 0; request < 4; request += 1) {
        await free(service);
      }
      clock.advance(20_000);
      expect((await free(service)).headers['retry-after']).toBe('40');
      clock.advance(40_000);
      expect((await free(service)).headers['x-ratelimit-remaining']).toBe('2');
    });
  });

  it.each([
    ['penalty-after-an-excess', '30', [429, 200]],
    ['penalty-starts-anew', '60', [429, 429]],
  ])('%s closes the key for a minute', async (name, retryAfter, statuses) => {
    clock.advance(60_000 - (clock.now() % 60_000));
    await within(name, async (service) => {
      for (let request = 0; request < 4; request += 1) {
        await free(service);
      }
      clock.advance(10_000);
      const refused = await free(service);
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect(Number(refused.headers['x-ratelimit-reset']) * 1_000).toBe(clock.now() + 60_000);
      clock.advance(30_000);
      expect((await free(service)).headers['retry-after']).toBe(retryAfter);
      clock.advance(29_999);
      const after = [(await free(service)).status];
      clock.advance(1);
      expect([...after, (await free(service)).status]).toEqual(statuses);
    });
  });

  it('ban-after-60-refused bans a key for ten minutes', async () => {
    clock.advance(60_000 - (clock.now() % 60_000));
    await within('ban-after-60-refused', async (service) => {
      const waits: (string | undefined)[] = [];
      for (let request = 0; request < 64; request += 1) {
        waits.push((await free(service)).headers['retry-after']?.toString());
      }
      expect(waits).toEqual([
        ...Array.from({ length: 4 }, () => undefined),
        ...Array.from({ length: 59 }, () => '60'),
        '600',
      ]);
      clock.advance(60_000);
      expect((await free(service)).status).toBe(429);
      expect((await ask(service, '/pets', { authorization: `Bearer ${service.keys.pro}` })).status).toBe(200);
      clock.advance(540_000);
      expect((await free(service)).status).toBe(200);
    });
  });

  it.each([
    ['reset-rounded-down', 2_250, 2],
    ['reset-rounded-to-nearest', 2_250, 2],
    ['reset-rounded-to-nearest', 2_750, 3],
    ['fixed-window', 2_250, 3],
    ['log-reset-when-empty', 60_000, 70],
    ['counter-reset-when-empty', 60_000, 120],
  ])('%s gives the reset in its way for a minute of %i ms', async (name, minuteMs, seconds) => {
    const hand = new HandMadeClock(0);
    const service = await startVariant(name, { clock: hand, minuteMs });
    try {
      await ask(service, '/pets');
      hand.advance(minuteMs === 60_000 ? 10_000 : 0);
      expect((await ask(service, '/pets')).headers['x-ratelimit-reset']).toBe(String(seconds));
    } finally {
      await service.close();
    }
  });

  it('figures-of-the-smaller-share announces the day although it has more requests left than the minute', async () => {
    const plans = { free: { perMinute: 4, perDay: 20 } };
    const service = await startVariant('figures-of-the-smaller-share', { clock, plans });
    try {
      const limits = [];
      for (let minute = 0; minute < 5; minute += 1) {
        limits.push((await free(service)).headers['x-ratelimit-limit']);
        await Promise.all([free(service), free(service)]);
        clock.advance(60_000);
      }
      expect(limits).toEqual(['4', '4', '20', '20', '20']);
    } finally {
      await service.close();
    }
  });

  it('retry-after-date gives a date', async () => {
    await within('retry-after-date', async (service) => {
      const replies = await Promise.all(Array.from({ length: 5 }, () => free(service)));
      const date = replies.find((reply) => reply.status === 429)?.headers['retry-after'];
      expect(Date.parse(String(date))).toBeGreaterThan(clock.now());
    });
  });

  it('refusals-not-counted leaves the quota as it was', async () => {
    await within('refusals-not-counted', async (service) => {
      expect((await free(service)).headers['x-ratelimit-remaining']).toBe('3');
      expect((await free(service, '/pets/99')).headers['x-ratelimit-remaining']).toBe('3');
      expect((await free(service)).headers['x-ratelimit-remaining']).toBe('2');
    });
  });

  it('unknown callers have separate limits', async () => {
    await within('zeros-for-strangers', async (service) => {
      expect((await ask(service, '/pets', { authorization: null })).headers['x-ratelimit-limit']).toBe('0');
    });
    await within('bad-keys-limited', async (service) => {
      const statuses = [];
      for (let request = 0; request < 31; request += 1) {
        statuses.push((await ask(service, '/pets', { authorization: 'Bearer nobody' })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
    });
  });
});
