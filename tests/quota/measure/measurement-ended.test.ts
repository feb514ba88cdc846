import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { count, nothing, phaseOrder } from './made-up-judgement.ts';
import { fixedWindow, type MadeUpService, measured } from './made-up-wire.ts';

describe('the measurement of a plan', () => {
  it.each([
    [401, 'not-served', 1],
    [403, 'not-served', 1],
    [0, 'silent', 3],
    [500, 'not-served', 3],
  ])('leaves a key alone whose first request is answered %d', async (status, kind, asked) => {
    const service = () => ({ status });
    const { problem, records, timeline } = await measured({ service, plan: { neighbour: false } });
    expect(problem).toEqual({ kind, key: 1, status });
    expect(timeline.length).toBe(asked);
    expect(records).toHaveLength(1);
  });

  it('leaves a key alone that gets a web page', async () => {
    const { problem, timeline } = await measured({ service: () => ({ status: 200, page: true }) });
    expect(problem).toEqual({ kind: 'web-page', key: 1, status: 200 });
    expect(timeline.length).toBe(3);
  });

  it.each([401, 403])(
    'says of a key that it is refused only where another one is served: %d',
    async (status) => {
      const refused = await measured({ service: ({ key }) => ({ status: key === 1 ? status : 200 }) });
      expect(refused).toMatchObject({ problem: { kind: 'refused', key: 1, status }, refusedKeys: [1] });
      const none = await measured({ service: () => ({ status }) });
      expect(none).toMatchObject({ problem: { kind: 'not-served', key: 1, status }, refusedKeys: [] });
    },
  );

  it('goes on without another key that is refused, and names it', async () => {
    const limiter = fixedWindow(60);
    const service: MadeUpService = (request, atMs) =>
      request.key === 2 ? { status: 401 } : limiter(request, atMs);
    const { problem, refusedKeys, timeline } = await measured({ service, plan: { keys: [1, 2] } });
    expect({ problem, refusedKeys }).toEqual({ problem: null, refusedKeys: [2] });
    expect(phaseOrder(timeline, 2)).toEqual(['neighbour']);
    expect(timeline.filter(({ key }) => key === 2)).toHaveLength(2);
    expect(count(timeline, 'retry', 200)).toBe(1);
  });

  it.each([1, 6, 7, 8, 20, 100])(
    'ends soon where the service falls silent after %d requests',
    async (served) => {
      const limiter = fixedWindow(60);
      let asked = 0;
      const service: MadeUpService = (request, atMs) => {
        asked += 1;
        return asked <= served ? limiter(request, atMs) : { status: 0, dateMs: Number.NaN };
      };
      const { problem, timeline } = await measured({ service, plan: { neighbour: false } });
      expect(problem).toEqual({ kind: 'silent', key: 1, status: 0 });
      const unanswered = timeline.filter(({ status, phase }) => status === 0 && phase !== 'burst');
      expect(unanswered.length).toBeLessThanOrEqual(70);
    },
  );

  it('keeps what it learnt, wherever it is stopped', async () => {
    const { wire: whole } = await measured();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.calls + 3 }), async (mostCalls) => {
        const judged: Timeline[] = [];
        const judge: Judge = (timeline) => {
          judged.push(timeline);
          return nothing;
        };
        const { timeline, stopped, judgement } = await measured({ mostCalls, judge });
        expect(judged.at(-1)).toBe(timeline);
        expect(stopped?.name ?? null).toBe(mostCalls < whole.calls ? 'RunStopped' : null);
        expect(judgement.explainedBy).toEqual(nothing.explainedBy);
      }),
    );
  });

  it('passes on an error of its own', async () => {
    const service = () => {
      throw new TypeError('broken');
    };
    await expect(measured({ service })).rejects.toThrow('broken');
  });
});
