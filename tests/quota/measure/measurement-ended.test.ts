import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { noJudge, nothing } from './made-up-judgement.ts';
import { fixedWindow, freePlan, MadeUpWire, silent } from './made-up-wire.ts';
import { count, indicesOf, phaseOrder } from './timeline-phases.ts';

describe('the measurement of a plan', () => {
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
});
