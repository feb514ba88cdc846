import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunningImplementation, startReferenceImplementation } from '../../reference-impl/index.ts';
import { member } from '../../src/json/exact-json.ts';
import { ask, HandMadeClock, noon, post, type Reply } from './service-client.ts';

let clock: HandMadeClock;
let service: RunningImplementation;

beforeEach(async () => {
  clock = new HandMadeClock(noon + 10_500);
  service = await startReferenceImplementation({ clock, plans: { pro: { perMinute: 3, perDay: 5 } } });
});

afterEach(() => service.close());

function pro(path = '/pets'): Promise<Reply> {
  return ask(service, path, { authorization: `Bearer ${service.keys.pro}` });
}

function figures(reply: Reply): (number | undefined)[] {
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;
  return names.map((name) => Number(reply.headers[name]));
}

const endOfMinute = noon / 1000 + 60;
const endOfDay = noon / 1000 + 12 * 3600;

describe('the three headers', () => {
  it('are on every status', async () => {
    const replies = [
      await ask(service, '/pets'),
      await post(service, '{"name":"Rex","categoryId":1}'),
      await post(service, '{'),
      await ask(service, '/pets', { authorization: null }),
      await ask(service, '/pets/99'),
      await ask(service, '/nowhere'),
      await ask(service, '/pets', { method: 'PUT' }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([200, 201, 400, 401, 404, 404, 405]);
    for (const reply of replies) {
      const [limit, , reset] = figures(reply);
      expect([limit, reset]).toEqual([60, endOfMinute]);
    }
  });

  it.each([
    ['free', 60],
    ['business', 1000],
    ['enterprise', 60_000],
  ] as const)('show the limit of the plan %s and count down', async (plan, limit) => {
    const authorization = `Bearer ${service.keys[plan]}`;
    expect(figures(await ask(service, '/pets', { authorization })).slice(0, 2)).toEqual([limit, limit - 1]);
    expect(figures(await ask(service, '/pets/1', { authorization })).slice(0, 2)).toEqual([limit, limit - 2]);
  });

  it('go with a Date by the same clock', async () => {
    expect((await ask(service, '/pets')).headers['date']).toBe(new Date(clock.now()).toUTCString());
  });
});

describe('the minute', () => {
  it('refuses what goes beyond, and says for how long', async () => {
    expect(figures(await pro())).toEqual([3, 2, endOfMinute]);
    await pro();
    expect(figures(await pro())).toEqual([3, 0, endOfMinute]);
    const refused = await pro();
    expect(refused.status).toBe(429);
    expect(figures(refused)).toEqual([3, 0, endOfMinute]);
    expect(refused.headers['retry-after']).toBe('50');
    expect(member(refused.json, 'status')).toBe(429n);
  });

  it('admits again when it is over, not a millisecond before', async () => {
    for (let request = 0; request < 3; request += 1) {
      await pro();
    }
    clock.advance(49_499);
    const early = await pro();
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1']);
    clock.advance(1);
    expect((await pro()).status).toBe(200);
  });

  it('leaves other keys alone and does not store what it refuses', async () => {
    for (let request = 0; request < 3; request += 1) {
      await pro();
    }
    const refused = await post(service, '{"name":"Rex","categoryId":1}', {
      authorization: `Bearer ${service.keys.pro}`,
    });
    expect(refused.status).toBe(429);
    const list = await ask(service, '/pets');
    expect([list.status, list.text.includes('Rex')]).toEqual([200, false]);
  });
});

describe('the day', () => {
  it('takes over when it has fewer requests left, and ends at midnight', async () => {
    for (let request = 0; request < 3; request += 1) {
      await pro();
    }
    clock.advance(60_000);
    expect(figures(await pro())).toEqual([5, 1, endOfDay]);
    expect(figures(await pro())).toEqual([5, 0, endOfDay]);
    const refused = await pro();
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 12 * 3600 - 70]);
    clock.advance(12 * 3_600_000);
    expect(figures(await pro()).slice(0, 2)).toEqual([3, 2]);
  });

  it('and the minute can be made shorter', async () => {
    const quick = await startReferenceImplementation({ clock, minuteMs: 2_000, dayMs: 8_000 });
    try {
      const reply = await ask(quick, '/pets');
      expect(figures(reply)).toEqual([60, 59, noon / 1000 + 12]);
    } finally {
      await quick.close();
    }
  });
});
