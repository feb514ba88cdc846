import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeQuota } from '../../../src/quota/judge/judge-quota.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import { propertyRuns } from '../../property-runs.ts';
import { madeUpEntry } from '../made-up-entry.ts';
import { count, finding, nothing, phaseOrder, requestsOf } from './made-up-judgement.ts';
import { fixedWindow, freePlan, type MadeUpService, MadeUpWire, measured } from './made-up-wire.ts';

describe('after an excess', () => {
  it('varies one dimension at a time, each from a full quota', async () => {
    const excess = finding('quota/never-exceeded', false);
    const judge = () => ({ ...nothing, findings: [excess] });
    const { judgement, ledgers, wire, timeline } = await measured({ judge });
    expect(judgement.findings).toEqual([excess]);
    expect(wire.waits.slice(-2).map(({ reason }) => reason)).toEqual([
      'an excess was seen: 2 minutes more to tell the cause',
      'an excess was seen: a minute more to tell the cause',
    ]);
    expect(ledgers.slice(-1).map(({ phase, connections }) => [phase, connections])).toEqual([
      ['one-operation', 90],
    ]);
    for (const phase of ['one-operation', 'one-at-a-time'] as const) {
      expect(count(timeline, phase, 200) + count(timeline, phase, 201)).toBe(60);
      const operations = requestsOf(timeline, phase).map(({ operation }) => operation);
      expect(new Set(operations).size > 1).toBe(phase === 'one-at-a-time');
    }
    const inTurn = requestsOf(timeline, 'one-at-a-time');
    expect(new Set(inTurn.map(({ connection }) => connection)).size).toBe(16);
    expect(
      inTurn.slice(1).every(({ sentAtMs }, position) => sentAtMs >= (inTurn[position]?.answeredAtMs ?? 0)),
    ).toBe(true);
  });

  it('uses keys that are fresh, without waiting', async () => {
    const judge = () => ({ ...nothing, findings: [finding('quota/limit-enforced', false)] });
    const { timeline } = await measured({ plan: { keys: [1, 2, 3, 4] }, judge });
    expect(phaseOrder(timeline, 3)).toEqual(['one-operation']);
    expect(phaseOrder(timeline, 4)).toEqual(['one-at-a-time']);
  });
});

describe('creations that were refused', () => {
  const requirement = 'quota/refused-without-effect';
  const creation = madeUpEntry({ operation: 'createPet', status: 429 });
  const list = madeUpEntry();

  it.each([
    ['by the key itself where a Reset says when', {}, {}, [1, 1]],
    ['by the key of the run where no Reset is a time', { reset: 9 }, {}, [0, 0]],
    ['not by the key of the run where that may not be asked', { reset: 9 }, { neighbour: false }, []],
  ])('are looked for %s', async (_, figures, plan, keys) => {
    const limiter = fixedWindow(60);
    const service: MadeUpService = (request, atMs) => ({ ...limiter(request, atMs), ...figures });
    const { timeline } = await measured({ service, plan, refusedCreations: { refused: [creation] } });
    expect(requestsOf(timeline, 'effect').map(({ key }) => key)).toEqual(keys);
    expect(count(timeline, 'effect', 200)).toBe(keys.length);
  });

  it.each([
    [
      'carried out',
      { refused: [creation], carriedOut: [{ creation, list }], completeList: list },
      'findings',
    ],
    ['not carried out', { refused: [creation], completeList: list }, 'supported'],
    ['not to be seen', { refused: [creation] }, 'undecided'],
    ['not there', {}, 'undecided'],
  ] as const)('are reported if they are %s', async (_, refusedCreations, where) => {
    const { judgement } = await measured({ refusedCreations });
    for (const rows of ['findings', 'supported', 'undecided'] as const) {
      const told = judgement[rows].filter((row) => row.requirement === requirement);
      expect(told).toHaveLength(rows === where ? 1 : 0);
    }
  });
});

describe('what rests on timing', () => {
  const early = finding('quota/fully-granted', true);
  const judge = () => ({ ...nothing, findings: [early] });

  it('is reported if a second measurement shows it too', async () => {
    const { judgement, timeline } = await measured({ judge });
    expect(judgement.findings).toEqual([early]);
    expect(requestsOf(timeline, 'retry')).toHaveLength(2);
  });

  it('is undecided where it does not come again', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const { judgement } = await measurePlan(
      freePlan(),
      wire,
      () => {},
      (timeline) => ({
        ...nothing,
        findings: timeline === wire.timeline ? [early] : [],
        supported: [{ requirement: early.requirement, entries: [] }],
      }),
    );
    expect(judgement.findings).toEqual([]);
    expect(judgement.supported.map(({ requirement }) => requirement)).not.toContain(early.requirement);
    expect(judgement.undecided).toContainEqual({
      requirement: 'quota/fully-granted',
      reason: 'seen once, but not in a second measurement: It did so',
    });
  });

  it('is looked at with a key that was not used, or after two windows of silence', async () => {
    const fresh = await measured({ plan: { keys: [1, 2, 3] }, judge });
    expect(phaseOrder(fresh.timeline, 3)[0]).toBe('calibrate');
    const { timeline } = await measured({ judge });
    const sent = timeline.filter(({ key }) => key === 1).map(({ sentAtMs }) => sentAtMs);
    const longest = Math.max(...sent.slice(1).map((atMs, index) => atMs - (sent[index] ?? 0)));
    expect(longest).toBeGreaterThan(120_000);
  });

  it('is not reported if the run ended before the second measurement', async () => {
    const { judgement } = await measured({ mostCalls: 12, judge });
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
          const service = closingAll(fixedWindow(60));
          const { judgement } = await measured({
            service,
            plan: { seed, keys },
            startsAtMs,
            judge: judgeQuota,
          });
          expect(judgement.findings.map(({ requirement, kind }) => `${requirement} ${kind}`)).toContain(
            'quota/isolated-between-keys neighbour-refused',
          );
        },
      ),
      { numRuns: propertyRuns(40) },
    );
  });
});
