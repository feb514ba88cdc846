import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { RunStopped } from '../../../src/target/target.ts';
import { count, nothing, phaseOrder } from './made-up-judgement.ts';
import { fixedWindow, type MadeUpService, measured } from './made-up-wire.ts';

describe('the measurement of a plan', () => {
  const silent = /^the service stopped responding: the last requests of quota key 1 got no response/;

  it.each([
    [401, /^the first request of quota key 1 returned 401: run again when it is served$/, 1],
    [403, /^the first request of quota key 1 returned 403/, 1],
    [0, silent, 3],
    [500, /^the first request of quota key 1 returned 500/, 3],
  ])('leaves a key alone whose first request is answered %d', async (status, reason, asked) => {
    const service = () => ({ status });
    const { ended, records, timeline } = await measured({ service, plan: { neighbour: false } });
    expect(ended).toEqual({
      outcome: 'inconclusive',
      reason: expect.stringMatching(reason),
      isSilent: status === 0,
    });
    expect(timeline.length).toBe(asked);
    expect(records).toHaveLength(1);
  });

  it('leaves a key alone that gets a web page', async () => {
    const { ended, timeline } = await measured({ service: () => ({ status: 200, page: true }) });
    expect(ended?.reason).toMatch(/^quota key 1 received a web page with status 200/);
    expect(timeline.length).toBe(3);
  });

  it.each([401, 403])(
    'says of a key that it is refused only where another one is served: %d',
    async (status) => {
      const refused = await measured({ service: ({ key }) => ({ status: key === 1 ? status : 200 }) });
      expect(refused.refusedKeys).toEqual([1]);
      expect(refused.ended?.reason).toBe(
        `quota key 1 is refused with ${status}: pass a key of this environment with \`--quota-key\``,
      );
      const none = await measured({ service: () => ({ status }) });
      expect(none.refusedKeys).toEqual([]);
      expect(none.ended?.reason).toMatch(/^the first request of quota key 1 returned/);
    },
  );

  it('goes on without another key that is refused, and names it', async () => {
    const limiter = fixedWindow(60);
    const service: MadeUpService = (request, atMs) =>
      request.key === 2 ? { status: 401 } : limiter(request, atMs);
    const { ended, refusedKeys, timeline } = await measured({ service, plan: { keys: [1, 2] } });
    expect({ ended, refusedKeys }).toEqual({ ended: null, refusedKeys: [2] });
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
      const { ended, timeline } = await measured({ service, plan: { neighbour: false } });
      expect(ended).toMatchObject({ reason: expect.stringMatching(silent), isSilent: true });
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
        const { timeline, ended, judgement } = await measured({ mostCalls, judge });
        expect(judged.at(-1)).toBe(timeline);
        const reason = 'the measurement was interrupted: run again';
        expect(ended?.reason ?? null).toBe(mostCalls < whole.calls ? reason : null);
        expect(judgement.explainedBy).toEqual(nothing.explainedBy);
      }),
    );
  });

  it.each(['max-requests', 'max-time'] as const)('is skipped where --%s ends the run', async (bound) => {
    const service = () => {
      throw new RunStopped(bound);
    };
    const { ended } = await measured({ service });
    expect(ended).toMatchObject({ outcome: 'skipped', budget: true });
    expect(ended?.reason).toContain(`--${bound}`);
  });

  it('passes on an error of its own', async () => {
    const service = () => {
      throw new TypeError('broken');
    };
    await expect(measured({ service })).rejects.toThrow('broken');
  });
});
