import { describe, expect, it } from 'vitest';
import { ask } from '../quota/simulation/limiters/limiter.ts';
import { alignedWindow } from '../quota/simulation/limiters/permitted.ts';
import { type Answering, simulate, type VirtualAnswer } from './virtual-service.ts';

type Fields = Readonly<Record<string, string | number>>;

function answer(status: number, fields: Fields, dateMs: number): VirtualAnswer {
  const own = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return { status, headers: [['Date', new Date(dateMs).toUTCString()], ...own] };
}

/** Every request is served, with these headers. */
const serving =
  (fields: (nowMs: number) => Fields): Answering =>
  (nowMs) =>
    answer(200, fields(nowMs), nowMs);
const limits = (limit: unknown, remaining: unknown, reset: unknown): Fields => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
});
const seconds = (ms: number) => Math.ceil(ms / 1000);

describe('headers that make no sense', () => {
  it.each([
    ['none', () => ({})],
    ['words', () => limits('many', 'some', 'soon')],
    ['negative', () => limits(60, -1, -1)],
    ['fractions', () => limits(60, '0.0', 1.5)],
    ['more left than there is', () => limits(60, 61, 0)],
    ['two that differ', () => ({ ...limits(60, 0, 30), 'x-ratelimit-remaining': '59' })],
  ])('are ignored: %s', async (_name, fields) => {
    const result = await simulate(serving(fields), { requests: 200, workers: 16 });
    expect(result.sent).toHaveLength(200);
    expect(result.waits).toEqual([]);
    expect(result.finishedAtMs).toBeLessThan(1000);
  });

  it.each([
    ['always 0, Reset a minute off', (nowMs: number) => limits(60, 0, seconds(nowMs) + 60)],
    ['always 0, Reset in the past', (nowMs: number) => limits(60, 0, seconds(nowMs) - 3600)],
    ['always 0, Reset an hour off', (nowMs: number) => limits(60, 0, seconds(nowMs) + 3600)],
    ['always 0, Reset without sense', () => limits(60, 0, 'x')],
  ])('are not gone by any more: %s', async (_name, fields) => {
    const result = await simulate(serving(fields), { requests: 200, workers: 4 });
    expect(result.sent).toHaveLength(200);
    expect(result.stopped).toBeNull();
    expect(result.finishedAtMs).toBeLessThan(66_000);
  });

  it.each([
    ['0 is left and Reset is now', () => limits(60, 0, 0)],
    ['0 of 0 is left and Reset is 0, as mocks say', () => limits(0, 0, 0)],
    ['0 is left and Reset is ten seconds off', (nowMs: number) => limits(60, 0, seconds(nowMs) + 10)],
  ])('are waited for three times at most where %s', async (_name, fields) => {
    const result = await simulate(serving(fields), { requests: 433, workers: 4 });
    expect(result.sent).toHaveLength(433);
    expect(result.waits.length).toBeLessThanOrEqual(3);
    expect(result.finishedAtMs).toBeLessThan(40_000);
  });

  it('are still believed where a request without a wait is refused', async () => {
    // A key that others use up: each time one request comes free, and 0 is left.
    let freeAtMs = 0;
    const result = await simulate(
      (nowMs) => {
        const admitted = nowMs >= freeAtMs;
        freeAtMs = admitted ? nowMs + 6000 : freeAtMs;
        return answer(admitted ? 200 : 429, { ...limits(60, 0, seconds(freeAtMs)), 'Retry-After': 6 }, nowMs);
      },
      { requests: 100, workers: 4 },
    );
    expect(result.sent.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(result.sent.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(6);
  });

  it('are given up where the count never begins anew', async () => {
    let left = 61;
    const result = await simulate(
      serving((nowMs) => {
        left = Math.max(0, left - 1);
        return limits(60, left, seconds(nowMs) + 60);
      }),
      { requests: 200, workers: 4 },
    );
    expect(result.sent).toHaveLength(200);
    expect(result.finishedAtMs).toBeLessThan(130_000);
  });

  it('do not block a plan of one request per minute', async () => {
    const limiter = alignedWindow(1, 60_000);
    const result = await simulate(
      (nowMs) => {
        const { admitted, remaining, resetMs } = ask(limiter, nowMs);
        return answer(admitted ? 200 : 429, limits(1, remaining, seconds(resetMs)), nowMs);
      },
      { requests: 6, workers: 2 },
    );
    expect(result.sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('Reset in other units', () => {
  it.each([
    ['remaining seconds', (nowMs: number, resetMs: number) => seconds(resetMs - nowMs)],
    ['milliseconds', (_nowMs: number, resetMs: number) => resetMs],
  ])('%s is understood', async (_name, write) => {
    const limiter = alignedWindow(60, 60_000);
    const result = await simulate(
      (nowMs) => {
        const { admitted, remaining, resetMs } = ask(limiter, nowMs);
        return answer(admitted ? 200 : 429, limits(60, remaining, write(nowMs, resetMs)), nowMs);
      },
      { requests: 200, workers: 4 },
    );
    expect(result.sent.map(({ status }) => status)).not.toContain(429);
    expect(result.finishedAtMs).toBeLessThan(250_000);
  });
});

describe('whose headers count', () => {
  const usedUp = serving((nowMs) => limits(60, 0, seconds(nowMs) + 60));

  it.each(['none', 'invalid'] as const)('not those of requests with the credential %s', async (label) => {
    const result = await simulate(usedUp, { requests: 100, workers: 4, label });
    expect(result.waits).toEqual([]);
    expect(result.finishedAtMs).toBeLessThan(1000);
  });

  it('not those of a 401', async () => {
    const result = await simulate((nowMs) => answer(401, limits(60, 0, seconds(nowMs) + 60), nowMs), {
      requests: 100,
      workers: 4,
    });
    expect(result.waits).toEqual([]);
  });

  it('those of every key by itself', async () => {
    const result = await simulate(usedUp, { requests: 2, workers: 1, label: 'quota-key-2' });
    expect(result.waits).toHaveLength(1);
  });
});

it('goes on where requests come to nothing', async () => {
  let count = 0;
  const result = await simulate(
    (nowMs) => {
      count += 1;
      return count % 3 === 0 ? null : answer(200, limits(60, 59, seconds(nowMs) + 60), nowMs);
    },
    { requests: 40, workers: 4 },
  );
  expect(result.sent).toHaveLength(40);
  expect(result.waits).toEqual([]);
});

describe('a key that is used up for long', () => {
  const untilMs = Date.UTC(2026, 10, 21);
  const refusing =
    (fields: Fields): Answering =>
    (nowMs) =>
      answer(429, { ...limits(1000, 0, untilMs / 1000), ...fields }, nowMs);

  it('is tried once more after a minute, then the run learns until when', async () => {
    const result = await simulate(refusing({}), { requests: 10, workers: 4 });
    expect(result.sent).toHaveLength(2);
    expect(result.finishedAtMs).toBeGreaterThan(60_000);
    expect(result.finishedAtMs).toBeLessThan(61_000);
    expect(result.stopped).toMatchObject({ reason: 'allowance' });
    expect(result.stopped?.message).toContain('exhausted until 2026-11-21T00:00:0');
  });

  it('is not tried again where Retry-After says the same', async () => {
    const result = await simulate(refusing({ 'Retry-After': 40_000 }), { requests: 10, workers: 4 });
    expect(result.sent).toHaveLength(1);
    expect(result.stopped).toMatchObject({ reason: 'allowance' });
    expect(result.waits).toEqual([]);
  });

  it('is tried by the minute of a target whose clock is quick', async () => {
    const result = await simulate(refusing({}), { requests: 10, workers: 4, minuteMs: 1000 });
    expect(result.sent).toHaveLength(2);
    expect(result.finishedAtMs).toBeLessThan(1100);
  });

  it('is used on where it was not used up after all', async () => {
    let count = 0;
    const result = await simulate(
      (nowMs) => {
        count += 1;
        return answer(200, limits(1000, count === 1 ? 0 : 1000 - count, untilMs / 1000), nowMs);
      },
      { requests: 100, workers: 4 },
    );
    expect(result.sent).toHaveLength(100);
    expect(result.stopped).toBeNull();
    expect(result.waits.map(({ durationMs }) => durationMs)).toEqual([60_000]);
  });
});

describe('a 429', () => {
  /** Refuses the first requests with these headers, then serves. */
  const refusingFirst = (times: number, fields: (nowMs: number) => Fields): Answering => {
    let count = 0;
    return (nowMs) => {
      count += 1;
      return count <= times ? answer(429, fields(nowMs), nowMs) : answer(200, {}, nowMs);
    };
  };

  it.each([
    ['seconds', () => ({ 'Retry-After': 7 })],
    ['a date', (nowMs: number) => ({ 'Retry-After': new Date(nowMs + 7000).toUTCString() })],
  ])('is repeated after its Retry-After in %s, by the clock of the server', async (_name, fields) => {
    const result = await simulate(refusingFirst(1, fields), { requests: 5, workers: 4, skewMs: -3_600_000 });
    const [refused, repeated] = result.sent;
    expect(result.sent.map(({ status }) => status)).toEqual([429, 200, 200, 200, 200, 200]);
    const waitedMs = (repeated?.atMs ?? 0) - (refused?.atMs ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(7000);
    expect(waitedMs).toBeLessThan(8100);
    expect(result.waits).toHaveLength(1);
    expect(result.waits[0]?.reason).toBe('the service returned 429 Too Many Requests');
  });

  it('holds back all requests of its key, and lets one try first', async () => {
    let refusing = true;
    const service: Answering = (nowMs) => {
      if (nowMs >= Date.UTC(2026, 10, 20, 12, 0, 10)) {
        refusing = false;
      }
      return refusing ? answer(429, { 'Retry-After': 2 }, nowMs) : answer(200, {}, nowMs);
    };
    const result = await simulate(service, {
      requests: 20,
      workers: 16,
      startMs: Date.UTC(2026, 10, 20, 12),
    });
    expect(result.sent.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(6);
    expect(result.sent.filter(({ status }) => status === 200)).toHaveLength(20);
  });

  it('backs off exponentially without a Retry-After', async () => {
    const result = await simulate(
      refusingFirst(5, () => ({})),
      { requests: 1, workers: 1 },
    );
    const pauses = result.sent.slice(1).map(({ atMs }, index) => atMs - (result.sent[index]?.atMs ?? 0) - 10);
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000]);
  });

  it('waits for the end of the window if only that is announced', async () => {
    const limiter = alignedWindow(60, 60_000);
    const startMs = Date.UTC(2026, 10, 20, 12, 0, 20);
    for (let count = 0; count < 60; count += 1) {
      ask(limiter, startMs - 1000);
    }
    const result = await simulate(
      (nowMs) => {
        const { admitted, remaining, resetMs } = ask(limiter, nowMs);
        return answer(admitted ? 200 : 429, limits(60, remaining, seconds(resetMs)), nowMs);
      },
      { requests: 30, workers: 4, startMs },
    );
    expect(result.sent.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('is not hammered where Retry-After is too short', async () => {
    const startMs = Date.UTC(2026, 10, 20, 12);
    const service: Answering = (nowMs) =>
      nowMs < startMs + 40_000
        ? answer(429, { ...limits(60, 0, seconds(startMs + 40_000)), 'Retry-After': 1 }, nowMs)
        : answer(200, limits(60, 59, seconds(startMs + 100_000)), nowMs);
    const result = await simulate(service, { requests: 3, workers: 1, startMs });
    expect(result.sent.map(({ status }) => status)).toEqual([429, 429, 200, 200, 200]);
  });
});
