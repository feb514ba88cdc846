import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import { finding, nothing } from './made-up-judgement.ts';
import { fixedWindow, freePlan, type MadeUpService, MadeUpWire, silent } from './made-up-wire.ts';
import { indicesOf, phaseOrder } from './timeline-phases.ts';

describe('what rests on timing', () => {
  const early = finding('quota/fully-granted', true);

  it('is reported if a second measurement shows it too', async () => {
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
      reason: 'seen once, but not in a second measurement: It did so',
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

  it('is not reported if the run ended before the second measurement', async () => {
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

  it('are seen twice and reported, whenever the measurement begins', async () => {
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
