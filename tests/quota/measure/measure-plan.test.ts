import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import type { MeasurementListener } from '../../../src/quota/measure/measurement.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { propertyRuns } from '../../property-runs.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { count, phaseOrder, requestsOf } from './made-up-judgement.ts';
import { fixedWindow, type MadeUpService, measured } from './made-up-wire.ts';

/** Token buckets, one for each key, that are refilled at every moment. `Retry-After` is cut to whole seconds: 0. */
function bucket(limit: number, windowMs: number): MadeUpService {
  const levels = new Map<number, { level: number; atMs: number }>();
  return ({ key }, atMs) => {
    const before = levels.get(key) ?? { level: limit, atMs };
    const level = Math.min(limit, before.level + ((atMs - before.atMs) * limit) / windowMs);
    const admitted = level >= 1;
    levels.set(key, { level: level - (admitted ? 1 : 0), atMs });
    const figures = { limit, remaining: Math.floor(level - (admitted ? 1 : 0)) };
    return admitted
      ? { status: 200, ...figures }
      : { status: 429, ...figures, remaining: 0, retryAfterForm: 'seconds', retryAfterMs: 0 };
  };
}

function mostRefusedInARow(timeline: Timeline, key: number): number {
  let row = 0;
  let most = 0;
  for (const entry of timeline) {
    if (entry.key === key) {
      row = entry.status === 429 ? row + 1 : 0;
      most = Math.max(most, row);
    }
  }
  return most;
}

describe('the measurement of a plan', () => {
  it('goes through its phases once, and spends exactly what was promised', async () => {
    const { ended, records, ledgers, timeline } = await measured();
    expect(phaseOrder(timeline)).toEqual([
      'calibrate',
      'count',
      'burst',
      'trickle',
      'retry',
      'spend',
      'renew',
      'reset',
      'burst',
    ]);
    expect(count(timeline, 'spend', 429)).toBe(0);
    expect(requestsOf(timeline, 'retry')).toHaveLength(1);
    expect(count(timeline, 'retry', 200)).toBe(1);
    expect(requestsOf(timeline, 'neighbour').map(({ key }) => key)).toEqual([0, 0, 0, 0]);
    expect(mostRefusedInARow(timeline, 1)).toBeLessThanOrEqual(50);
    expect(ended).toBeNull();
    expect(records.map(({ key }) => key)).toEqual(['quota-key-1']);
    expect(ledgers.map(({ phase, sent, unanswered }) => ({ phase, sent, unanswered }))).toEqual([
      { phase: 'burst', sent: 85, unanswered: 0 },
      { phase: 'spend', sent: 58, unanswered: 0 },
      { phase: 'burst', sent: 69, unanswered: 0 },
    ]);
  });

  it('takes 2.25 windows at most, whenever it begins, and its bursts lie within one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 59_999 }), fc.nat(), async (startsAtMs, seed) => {
        const { wire } = await measured({ plan: { seed }, startsAtMs });
        expect(wire.now() - startsAtMs).toBeLessThanOrEqual(2.25 * 60_000);
        const first = requestsOf(wire.timeline, 'burst').slice(0, 85);
        const windows = first.map(({ sentAtMs }) => Math.floor(sentAtMs / 60_000));
        expect(new Set(windows).size).toBe(1);
        expect(count(wire.timeline, 'burst', 429)).toBe(40);
        expect(count(wire.timeline, 'retry', 200) + count(wire.timeline, 'reset', 200)).toBe(2);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('never has more refused in a row than may be, whatever the limit is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1100 }),
        fc.integer({ min: 8, max: 60 }),
        async (limit, refusedInARow) => {
          const plan = { perMinute: 1000, overshoot: 50, refusedInARow };
          const { timeline } = await measured({ service: fixedWindow(limit), plan });
          expect(mostRefusedInARow(timeline, 1)).toBeLessThanOrEqual(refusedInARow);
        },
      ),
      { numRuns: propertyRuns(60) },
    );
  });

  it('waits for a full quota, and after the last refusal exactly as long as that asks for', async () => {
    const service = fixedWindow(60);
    for (let before = 0; before < 30; before += 1) {
      service({ key: 1, operation: 'listPets', phase: 'burst' }, 1_800_000_000_000);
    }
    const { wire, timeline } = await measured({ service, startsAtMs: 30_000 });
    expect(wire.waits[0]).toMatchObject({ reason: 'the key has less than its full quota' });
    expect(count(timeline, 'burst', 429)).toBe(40);
    const [asked] = requestsOf(timeline, 'retry');
    const refusal = requestsOf(timeline, 'trickle').at(-1) ?? madeUpEntry();
    const promisedAtMs = refusal.answeredAtMs + refusal.retryAfterMs;
    expect(asked?.sentAtMs).toBeGreaterThan(promisedAtMs);
    expect(asked?.sentAtMs).toBeLessThan(promisedAtMs + 400);
  });

  it.each([
    ['without Retry-After', { retryAfterForm: 'absent', retryAfterMs: Number.NaN }],
    ['with one that is absurdly long', { retryAfterForm: 'seconds', retryAfterMs: 60_000_000 }],
  ] as const)('waits a window at most %s', async (_, figures) => {
    const limiter = fixedWindow(60);
    const service: MadeUpService = (request, atMs) => {
      const answer = limiter(request, atMs);
      return answer.status === 429 ? { ...answer, ...figures } : answer;
    };
    const { wire, timeline } = await measured({ service });
    expect(count(timeline, 'retry', 200)).toBe(1);
    expect(wire.now()).toBeLessThan(4 * 60_000);
  });

  it('keeps the promise of a refusal, whatever is left of a bucket after the trickle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8_000, max: 30_000 }), fc.boolean(), async (minuteMs, showsLeft) => {
        const limiter = bucket(60, minuteMs);
        const service: MadeUpService = (request, atMs) => ({
          ...limiter(request, atMs),
          ...(showsLeft ? {} : { remaining: Number.NaN }),
        });
        const { timeline } = await measured({ service, plan: { minuteMs } });
        const asked = timeline.findIndex(({ phase }) => phase === 'retry');
        expect(timeline[asked - 1]?.status).toBe(429);
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('makes a burst again whose answers were lost, for another engine', async () => {
    const lost = (burst: number) => (burst === 0 ? 4 : 0);
    const { ledgers, timeline } = await measured({ engine: 'autocannon', lost });
    expect(ledgers.map(({ phase, unanswered }) => [phase, unanswered === 0])).toEqual([
      ['burst', false],
      ['burst', true],
      ['spend', true],
      ['burst', true],
    ]);
    expect(phaseOrder(timeline).slice(0, 6)).toEqual([
      'calibrate',
      'count',
      'burst',
      'calibrate',
      'count',
      'burst',
    ]);
  });

  it('asks for nothing where nothing is refused, but for what may explain it', async () => {
    const { timeline } = await measured({ service: fixedWindow(10_000) });
    expect(phaseOrder(timeline)).toEqual(['calibrate', 'count', 'burst']);
    expect(requestsOf(timeline, 'burst')).toHaveLength(85 + 90);
  });

  it('creates nothing where it must not, and few animals otherwise', async () => {
    for (const readOnly of [true, false]) {
      const { timeline } = await measured({ plan: { readOnly } });
      const created = timeline.filter(({ operation }) => operation === 'createPet');
      expect(created.length).toBeLessThanOrEqual(readOnly ? 0 : 12);
      expect(created.some(({ status }) => status === 429)).toBe(!readOnly);
    }
  });

  it('spends another key of the plan meanwhile', async () => {
    const { records, timeline } = await measured({ plan: { keys: [1, 2] } });
    expect(phaseOrder(timeline, 2)).toEqual(['neighbour']);
    const other = requestsOf(timeline, 'neighbour').filter(({ key }) => key === 2);
    expect(other.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(other.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(records.map(({ key }) => key)).toEqual(['quota-key-1', 'quota-key-2']);
  });

  it('tells how far it is', async () => {
    const told: Parameters<MeasurementListener>[0][] = [];
    const { timeline } = await measured({ listener: (progress) => told.push(progress) });
    const last = told.at(-1);
    expect(last?.sent).toBe(timeline.length);
    expect(last?.sent).toBe((last?.admitted ?? 0) + (last?.refused ?? 0) + count(timeline, 'count', 404));
    const sent = told.map((progress) => progress.sent);
    expect(sent).toEqual(sent.toSorted((left, right) => left - right));
    const doings = told.map(({ doing }) => doing);
    expect(doings).toContain('the request after Retry-After');
    expect(doings.some((doing) => doing.startsWith('waiting: '))).toBe(true);
    expect(told.length).toBeLessThan(timeline.length);
  });

  it('uses up a day below the limit of the minute', async () => {
    const { wire, timeline } = await measured({
      service: fixedWindow(60, 60_000, 1000),
      plan: { dayQuota: true, neighbour: false },
    });
    expect(count(timeline, 'day', 429)).toBe(1);
    expect(timeline.filter(({ status }) => status < 300)).toHaveLength(1000);
    expect(wire.now()).toBeLessThan(20 * 60_000);
  });

  it('ends a day that is not enforced when two days of it are admitted', async () => {
    const { timeline } = await measured({ plan: { dayQuota: true, neighbour: false } });
    const admitted = timeline.filter(({ status }) => status < 300).length;
    expect(admitted).toBeGreaterThanOrEqual(2005);
    expect(admitted).toBeLessThan(2060);
  });

  it('continues after many refusals only if an option says so', async () => {
    const { timeline } = await measured({ plan: { probeBan: true } });
    expect(count(timeline, 'ban', 429)).toBe(10);
  });
});

it.each([5_000, 60_000])(
  'decides a service that is late with its Date, as a busy Node.js is, with windows of %i ms',
  async (minuteMs) => {
    const lateMs = 400;
    const undecided: string[] = [];
    for (let startsAtMs = 0; startsAtMs < 2000; startsAtMs += 100) {
      const limiter = fixedWindow(60, minuteMs);
      const service: MadeUpService = (request, atMs) => ({
        ...limiter(request, atMs),
        ...(request.phase === 'burst' ? { dateMs: Math.floor((atMs - lateMs) / 1000) * 1000 } : {}),
      });
      const { judgement } = await measured({ service, plan: { minuteMs }, startsAtMs, judge: judgeQuota });
      expect(judgement.findings).toEqual([]);
      undecided.push(...judgement.undecided.map(({ requirement }) => requirement));
    }
    expect(undecided).not.toContain('quota/reset-honest');
  },
);
