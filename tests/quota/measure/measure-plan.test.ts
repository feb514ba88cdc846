import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaFinding, QuotaJudgement } from '../../../src/quota/judgement.ts';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { MeasurementProgress } from '../../../src/quota/measure/measurement.ts';
import type { Phase, Timeline } from '../../../src/quota/timeline.ts';
import { fixedWindow, freePlan, type MadeUpService, MadeUpWire } from './made-up-wire.ts';

const silent = { progress: () => {} };
const nothing: QuotaJudgement = {
  findings: [],
  supported: [],
  undecided: [],
  observations: [],
  explainedBy: ['fixed window aligned to the clock'],
  overlapAtLimit: 60,
  clock: null,
};
const noJudge: Judge = () => nothing;

/** The phases of one key in the order in which they began, each once. */
function phaseOrder(timeline: Timeline, key = 1): Phase[] {
  const order: Phase[] = [];
  for (let index = 0; index < timeline.length; index += 1) {
    if (timeline.key(index) === key && order.at(-1) !== timeline.phase(index)) {
      order.push(timeline.phase(index));
    }
  }
  return order;
}

function indicesOf(timeline: Timeline, wanted: Phase): number[] {
  return Array.from({ length: timeline.length }, (_, index) => index).filter(
    (index) => timeline.phase(index) === wanted,
  );
}

function count(timeline: Timeline, phase: Phase, status: number): number {
  return indicesOf(timeline, phase).filter((index) => timeline.status(index) === status).length;
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
      { phase: 'spend', sent: 59, balanced: true },
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

  it.each([
    [401, 'not-served', 1],
    [403, 'not-served', 1],
    [0, 'silent', 3],
    [500, 'not-served', 3],
  ])('leaves a key alone whose first request is answered %d', async (status, kind, asked) => {
    const wire = new MadeUpWire(() => ({ status }));
    const { problem, records } = await measurePlan(freePlan({ neighbour: false }), wire, silent, noJudge);
    expect(problem).toEqual({ kind, key: 1, status });
    expect(wire.timeline.length).toBe(asked);
    expect(records).toHaveLength(1);
  });

  it('leaves a key alone that gets a web page', async () => {
    const wire = new MadeUpWire(() => ({ status: 200, page: true }));
    const { problem } = await measurePlan(freePlan(), wire, silent, noJudge);
    expect(problem).toEqual({ kind: 'web-page', key: 1, status: 200 });
    expect(wire.timeline.length).toBe(3);
  });

  it.each([401, 403])(
    'says of a key that it is refused only where another one is served: %d',
    async (status) => {
      const served = new MadeUpWire(({ key }) => ({ status: key === 1 ? status : 200 }));
      const refused = await measurePlan(freePlan(), served, silent, noJudge);
      expect(refused).toMatchObject({ problem: { kind: 'refused', key: 1, status }, refusedKeys: [1] });
      const none = await measurePlan(freePlan(), new MadeUpWire(() => ({ status })), silent, noJudge);
      expect(none).toMatchObject({ problem: { kind: 'not-served', key: 1, status }, refusedKeys: [] });
    },
  );

  it('goes on without another key that is refused, and names it', async () => {
    const limiter = fixedWindow(60);
    const wire = new MadeUpWire(
      (request, atMs) => (request.key === 2 ? { status: 401 } : limiter(request, atMs)),
      { startsAtMs: 10_000 },
    );
    const { problem, refusedKeys } = await measurePlan(freePlan({ keys: [1, 2] }), wire, silent, noJudge);
    expect({ problem, refusedKeys }).toEqual({ problem: null, refusedKeys: [2] });
    expect(phaseOrder(wire.timeline, 2)).toEqual(['neighbour']);
    expect(
      indicesOf(wire.timeline, 'neighbour').filter((index) => wire.timeline.key(index) === 2),
    ).toHaveLength(2);
    expect(count(wire.timeline, 'retry', 200)).toBe(1);
  });

  it.each([1, 6, 7, 8, 20, 100])(
    'ends soon where the service falls silent after %d requests',
    async (served) => {
      const limiter = fixedWindow(60);
      let asked = 0;
      const wire: MadeUpWire = new MadeUpWire(
        (request, atMs) => {
          asked += 1;
          return asked <= served ? limiter(request, atMs) : { status: 0, dateMs: Number.NaN };
        },
        { startsAtMs: 10_000 },
      );
      const { problem } = await measurePlan(freePlan({ neighbour: false }), wire, silent, noJudge);
      expect(problem).toEqual({ kind: 'silent', key: 1, status: 0 });
      const unanswered = Array.from({ length: wire.timeline.length }, (_, index) => index).filter(
        (index) => wire.timeline.status(index) === 0 && wire.timeline.phase(index) !== 'burst',
      );
      expect(unanswered.length).toBeLessThanOrEqual(70);
    },
  );

  it('keeps what it learnt, wherever it is stopped', async () => {
    const whole = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan(), whole, silent, noJudge);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.calls + 3 }), async (mostCalls) => {
        const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000, mostCalls });
        const judged: Timeline[] = [];
        const measurement = await measurePlan(freePlan(), wire, silent, (timeline) => {
          judged.push(timeline);
          return nothing;
        });
        expect(judged.at(-1)).toBe(wire.timeline);
        expect(measurement.stopped?.name ?? null).toBe(mostCalls < whole.calls ? 'RunStopped' : null);
        expect(measurement.judgement.explainedBy).toEqual(nothing.explainedBy);
      }),
    );
  });

  it('passes on an error of its own', async () => {
    const wire = new MadeUpWire(() => {
      throw new TypeError('broken');
    });
    await expect(measurePlan(freePlan(), wire, silent, noJudge)).rejects.toThrow('broken');
  });

  it('tells how far it is', async () => {
    const told: MeasurementProgress[] = [];
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan(), wire, { progress: (progress) => told.push(progress) }, noJudge);
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

  it('asks on after many refusals only where it was told to', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan({ probeBan: true }), wire, silent, noJudge);
    expect(count(wire.timeline, 'ban', 429)).toBe(10);
  });
});

function finding(requirement: string, restsOnTiming: boolean): QuotaFinding {
  const texts = { message: 'It did so', expected: 'this', actual: 'that' };
  return { requirement, kind: 'some-kind', ...texts, entry: 0, related: [], restsOnTiming };
}

describe('what rests on timing', () => {
  const early = finding('quota/fully-granted', true);

  it('is told where a second measurement shows it too', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const { judgement } = await measurePlan(freePlan(), wire, silent, () => ({
      ...nothing,
      findings: [early],
    }));
    expect(judgement.findings).toEqual([early]);
    expect(indicesOf(wire.timeline, 'retry')).toHaveLength(2);
  });

  it('is undecided where it does not come again', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const { judgement } = await measurePlan(freePlan(), wire, silent, (timeline) => ({
      ...nothing,
      findings: timeline === wire.timeline ? [early] : [],
      supported: [{ requirement: early.requirement, entries: [1] }],
    }));
    expect(judgement.findings).toEqual([]);
    expect(judgement.supported.map(({ requirement }) => requirement)).not.toContain(early.requirement);
    expect(judgement.undecided).toContainEqual({
      requirement: 'quota/fully-granted',
      reason: 'It did so: this was seen once, and not again in a second measurement',
    });
  });

  it('is looked at with a key that was not used, or after two windows of silence', async () => {
    const judge: Judge = () => ({ ...nothing, findings: [early] });
    const fresh = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan({ keys: [1, 2, 3] }), fresh, silent, judge);
    expect(phaseOrder(fresh.timeline, 3)[0]).toBe('calibrate');
    const used = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    await measurePlan(freePlan(), used, silent, judge);
    const sent = Array.from({ length: used.timeline.length }, (_, index) => index)
      .filter((index) => used.timeline.key(index) === 1)
      .map((index) => used.timeline.sentAtMs(index));
    const longest = Math.max(...sent.slice(1).map((atMs, index) => atMs - (sent[index] ?? 0)));
    expect(longest).toBeGreaterThan(120_000);
  });

  it('is not told where the run ended before the second look', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000, mostCalls: 12 });
    const { judgement } = await measurePlan(freePlan(), wire, silent, () => ({
      ...nothing,
      findings: [early],
    }));
    expect(judgement.findings).toEqual([]);
    expect(judgement.undecided.map(({ requirement }) => requirement)).toContain('quota/fully-granted');
  });
});

describe('keys that are refused while another one is used up', () => {
  /** When one key is refused, all are, until that one is served again. */
  function closingAll(limiter: MadeUpService): MadeUpService {
    let closedUntilMs = 0;
    return (request, atMs) => {
      const answer = limiter(request, atMs);
      if (answer.status === 429) {
        closedUntilMs = Math.max(closedUntilMs, Math.ceil(atMs / 60_000) * 60_000);
      }
      const ofRun = request.key === 0 ? { limit: 60_000, remaining: 59_000 } : {};
      return atMs < closedUntilMs
        ? {
            ...answer,
            ...ofRun,
            status: 429,
            remaining: 0,
            retryAfterForm: 'seconds',
            retryAfterMs: Math.ceil((closedUntilMs - atMs) / 1000) * 1000,
          }
        : { ...answer, ...ofRun };
    };
  }

  it('are seen twice, and told, whenever the measurement begins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 59_999 }),
        fc.nat(),
        fc.constantFrom([1], [1, 2]),
        async (startsAtMs, seed, keys) => {
          const wire = new MadeUpWire(closingAll(fixedWindow(60)), { startsAtMs });
          const { judgement } = await measurePlan(freePlan({ seed, keys }), wire, silent);
          expect(judgement.findings.map(({ requirement, kind }) => `${requirement} ${kind}`)).toContain(
            'quota/isolated-between-keys neighbour-refused',
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('after an excess', () => {
  it('varies one dimension at a time, each from a full quota', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const excess = finding('quota/never-exceeded', false);
    const { judgement, ledgers } = await measurePlan(freePlan(), wire, silent, () => ({
      ...nothing,
      findings: [excess],
    }));
    expect(judgement.findings).toEqual([excess]);
    expect(ledgers.slice(-3).map(({ phase, connections }) => [phase, connections])).toEqual([
      ['one-operation', 90],
      ['one-connection', 1],
      ['one-of-each', 1],
    ]);
    for (const phase of ['one-operation', 'one-connection', 'one-of-each'] as const) {
      expect(count(wire.timeline, phase, 200) + count(wire.timeline, phase, 201)).toBe(60);
      const operations = indicesOf(wire.timeline, phase).map((index) => wire.timeline.operation(index));
      expect(new Set(operations).size > 1).toBe(phase === 'one-connection');
    }
  });

  it('uses keys that are fresh, without waiting', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const judge: Judge = () => ({ ...nothing, findings: [finding('quota/limit-enforced', false)] });
    await measurePlan(freePlan({ keys: [1, 2, 3, 4, 5] }), wire, silent, judge);
    expect(phaseOrder(wire.timeline, 3)).toEqual(['one-operation']);
    expect(phaseOrder(wire.timeline, 4)).toEqual(['one-connection']);
    expect(phaseOrder(wire.timeline, 5)).toEqual(['one-of-each']);
  });
});

describe('creations that were refused', () => {
  const requirement = 'quota/refused-without-effect';

  it.each([
    ['carried out', { refused: [3, 4], carriedOut: [{ creation: 4, list: 9 }], completeList: 9 }, 'findings'],
    ['not carried out', { refused: [3, 4], completeList: 9 }, 'supported'],
    ['not to be seen', { refused: [3, 4] }, 'undecided'],
    ['not there', {}, 'undecided'],
  ] as const)('are told of where they are %s', async (_, refusedCreations, where) => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000, refusedCreations });
    const { judgement } = await measurePlan(freePlan(), wire, silent, noJudge);
    for (const rows of ['findings', 'supported', 'undecided'] as const) {
      const told = judgement[rows].filter((row) => row.requirement === requirement);
      expect(told).toHaveLength(rows === where ? 1 : 0);
    }
  });
});
