import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { MeasurementProgress } from '../../../src/quota/measure/measurement.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { noJudge } from './made-up-judgement.ts';
import { fixedWindow, freePlan, type MadeUpService, MadeUpWire, silent } from './made-up-wire.ts';
import { count, indicesOf, phaseOrder } from './timeline-phases.ts';

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
  for (let index = 0; index < timeline.length; index += 1) {
    if (timeline.key(index) === key) {
      row = timeline.status(index) === 429 ? row + 1 : 0;
      most = Math.max(most, row);
    }
  }
  return most;
}

describe('the measurement of a plan', () => {
  it('goes through its phases once, and spends exactly what was promised', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const { stopped, problem, records, ledgers } = await measurePlan(freePlan(), wire, silent, noJudge);
    expect(phaseOrder(wire.timeline)).toEqual([
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
    const { timeline } = wire;
    expect(count(timeline, 'spend', 429)).toBe(0);
    expect(indicesOf(timeline, 'retry')).toHaveLength(1);
    expect(count(timeline, 'retry', 200)).toBe(1);
    expect(indicesOf(timeline, 'neighbour').map((index) => timeline.key(index))).toEqual([0, 0, 0, 0]);
    expect(mostRefusedInARow(timeline, 1)).toBeLessThanOrEqual(50);
    expect({ stopped, problem }).toEqual({ stopped: null, problem: null });
    expect(records.map(({ key }) => key)).toEqual(['quota-key-1']);
    expect(ledgers.map(({ phase, sent, balanced }) => ({ phase, sent, balanced }))).toEqual([
      { phase: 'burst', sent: 85, balanced: true },
      { phase: 'spend', sent: 58, balanced: true },
      { phase: 'burst', sent: 69, balanced: true },
    ]);
  });

  it('takes 2.2 windows at most, whenever it begins, and its bursts lie within one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 59_999 }), fc.nat(), async (startsAtMs, seed) => {
        const wire = new MadeUpWire(fixedWindow(60), { startsAtMs });
        await measurePlan(freePlan({ seed }), wire, silent, noJudge);
        expect(wire.now() - startsAtMs).toBeLessThanOrEqual(2.2 * 60_000);
        const first = indicesOf(wire.timeline, 'burst').slice(0, 85);
        const windows = first.map((index) => Math.floor(wire.timeline.sentAtMs(index) / 60_000));
        expect(new Set(windows).size).toBe(1);
        expect(count(wire.timeline, 'burst', 429)).toBe(40);
        expect(count(wire.timeline, 'retry', 200) + count(wire.timeline, 'reset', 200)).toBe(2);
      }),
      { numRuns: 60 },
    );
  });

  it('never has more refused in a row than may be, whatever the limit is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 1100 }),
        fc.integer({ min: 8, max: 60 }),
        async (limit, refusedInARow) => {
          const wire = new MadeUpWire(fixedWindow(limit), { startsAtMs: 10_000 });
          const plan = freePlan({ perMinute: 1000, overshoot: 50, refusedInARow });
          await measurePlan(plan, wire, silent, noJudge);
          expect(mostRefusedInARow(wire.timeline, 1)).toBeLessThanOrEqual(refusedInARow);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('waits for a full quota, and after the last refusal exactly as long as that asks for', async () => {
    const service = fixedWindow(60);
    for (let before = 0; before < 30; before += 1) {
      service({ key: 1, operation: 'listPets', phase: 'burst' }, 1_800_000_000_000);
    }
    const wire = new MadeUpWire(service, { startsAtMs: 30_000 });
    await measurePlan(freePlan(), wire, silent, noJudge);
    const { timeline } = wire;
    expect(wire.waits[0]).toMatchObject({ reason: 'the key has less than its full quota' });
    expect(count(timeline, 'burst', 429)).toBe(40);
    const [asked = 0] = indicesOf(timeline, 'retry');
    const refusal = indicesOf(timeline, 'trickle').at(-1) ?? 0;
    const promisedAtMs = timeline.answeredAtMs(refusal) + timeline.retryAfterMs(refusal);
    expect(timeline.sentAtMs(asked)).toBeGreaterThan(promisedAtMs);
    expect(timeline.sentAtMs(asked)).toBeLessThan(promisedAtMs + 400);
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
    const wire = new MadeUpWire(service, { startsAtMs: 10_000 });
    await measurePlan(freePlan(), wire, silent, noJudge);
    expect(count(wire.timeline, 'retry', 200)).toBe(1);
    expect(wire.now()).toBeLessThan(4 * 60_000);
  });

  it('keeps the promise of a refusal, whatever is left of a bucket after the trickle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8_000, max: 30_000 }), fc.boolean(), async (minuteMs, showsLeft) => {
        const service = bucket(60, minuteMs);
        const wire = new MadeUpWire(
          (request, atMs) => ({ ...service(request, atMs), ...(showsLeft ? {} : { remaining: Number.NaN }) }),
          { startsAtMs: 10_000 },
        );
        await measurePlan(freePlan({ minuteMs }), wire, silent, noJudge);
        const { timeline } = wire;
        const [asked = 0] = indicesOf(timeline, 'retry');
        expect(timeline.status(asked - 1)).toBe(429);
      }),
      { numRuns: 200 },
    );
  });

  it('makes a burst again whose answers were lost, for another engine', async () => {
    const wire = new MadeUpWire(fixedWindow(60), {
      startsAtMs: 10_000,
      engine: 'autocannon',
      lost: (burst) => (burst === 0 ? 4 : 0),
    });
    const { ledgers } = await measurePlan(freePlan(), wire, silent, noJudge);
    expect(ledgers.map(({ phase, balanced }) => [phase, balanced])).toEqual([
      ['burst', false],
      ['burst', true],
      ['spend', true],
      ['burst', true],
    ]);
    expect(phaseOrder(wire.timeline).slice(0, 6)).toEqual([
      'calibrate',
      'count',
      'burst',
      'calibrate',
      'count',
      'burst',
    ]);
  });

  it('asks for nothing where nothing is refused, but for what may explain it', async () => {
    const wire = new MadeUpWire(fixedWindow(10_000), { startsAtMs: 10_000 });
    await measurePlan(freePlan(), wire, silent, noJudge);
    expect(phaseOrder(wire.timeline)).toEqual(['calibrate', 'count', 'burst']);
    expect(indicesOf(wire.timeline, 'burst')).toHaveLength(85 + 90);
  });

  it('creates nothing where it must not, and few animals otherwise', async () => {
    for (const readOnly of [true, false]) {
      const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
      await measurePlan(freePlan({ readOnly }), wire, silent, noJudge);
      const created = Array.from({ length: wire.timeline.length }, (_, index) => index).filter(
        (index) => wire.timeline.operation(index) === 'createPet',
      );
      expect(created.length).toBeLessThanOrEqual(readOnly ? 0 : 12);
      expect(created.some((index) => wire.timeline.status(index) === 429)).toBe(!readOnly);
    }
  });

  it('spends another key of the plan meanwhile', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const { records } = await measurePlan(freePlan({ keys: [1, 2] }), wire, silent, noJudge);
    expect(phaseOrder(wire.timeline, 2)).toEqual(['neighbour']);
    const other = indicesOf(wire.timeline, 'neighbour').filter((index) => wire.timeline.key(index) === 2);
    expect(other.filter((index) => wire.timeline.status(index) === 200)).toHaveLength(60);
    expect(other.filter((index) => wire.timeline.status(index) === 429)).toHaveLength(5);
    expect(records.map(({ key }) => key)).toEqual(['quota-key-1', 'quota-key-2']);
  });

  it('tells how far it is', async () => {
    const told: MeasurementProgress[] = [];
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan(), wire, (progress) => told.push(progress), noJudge);
    const last = told.at(-1);
    expect(last).toMatchObject({ plan: 'free', key: 1, phase: 'burst', sent: wire.timeline.length });
    expect(last?.sent).toBe(
      (last?.admitted ?? 0) + (last?.refused ?? 0) + count(wire.timeline, 'count', 404),
    );
    const sent = told.map((progress) => progress.sent);
    expect(sent).toEqual(sent.toSorted((left, right) => left - right));
    expect(new Set(told.map(({ phase }) => phase))).toContain('retry');
  });

  it('uses up a day below the limit of the minute', async () => {
    const wire = new MadeUpWire(fixedWindow(60, 60_000, 1000), { startsAtMs: 10_000 });
    await measurePlan(freePlan({ dayQuota: true, neighbour: false }), wire, silent, noJudge);
    const { timeline } = wire;
    expect(count(timeline, 'day', 429)).toBe(1);
    const admitted = Array.from({ length: timeline.length }, (_, index) => timeline.status(index)).filter(
      (status) => status < 300,
    );
    expect(admitted).toHaveLength(1000);
    expect(wire.now()).toBeLessThan(20 * 60_000);
  });

  it('ends a day that is not enforced when two days of it are admitted', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan({ dayQuota: true, neighbour: false }), wire, silent, noJudge);
    const statuses = Array.from({ length: wire.timeline.length }, (_, index) => wire.timeline.status(index));
    const admitted = statuses.filter((status) => status < 300).length;
    expect(admitted).toBeGreaterThanOrEqual(2005);
    expect(admitted).toBeLessThan(2060);
  });

  it('continues after many refusals only if an option says so', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan({ probeBan: true }), wire, silent, noJudge);
    expect(count(wire.timeline, 'ban', 429)).toBe(10);
  });
});

it.each([5_000, 60_000])(
  'decides a service that is late with its Date, as a busy Node.js is, with windows of %i ms',
  async (minuteMs) => {
    const lateMs = 400;
    const undecided: string[] = [];
    for (let startsAtMs = 0; startsAtMs < 2000; startsAtMs += 100) {
      const service = fixedWindow(60, minuteMs);
      const wire = new MadeUpWire(
        (request, atMs) => {
          const answer = service(request, atMs);
          return request.phase === 'burst'
            ? { ...answer, dateMs: Math.floor((atMs - lateMs) / 1000) * 1000 }
            : answer;
        },
        { startsAtMs },
      );
      const { judgement } = await measurePlan(freePlan({ minuteMs }), wire, silent);
      expect(judgement.findings).toEqual([]);
      undecided.push(...judgement.undecided.map(({ requirement }) => requirement));
    }
    expect(undecided).not.toContain('quota/reset-honest');
  },
);
