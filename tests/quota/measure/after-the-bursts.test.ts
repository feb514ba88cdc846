import { describe, expect, it } from 'vitest';
import type { Judge } from '../../../src/quota/measure/confirmation.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import { finding, noJudge, nothing } from './made-up-judgement.ts';
import { fixedWindow, freePlan, type MadeUpService, MadeUpWire, silent } from './made-up-wire.ts';
import { count, indicesOf, phaseOrder } from './timeline-phases.ts';

describe('after an excess', () => {
  it('varies one dimension at a time, each from a full quota', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const excess = finding('quota/never-exceeded', false);
    const { judgement, ledgers } = await measurePlan(freePlan(), wire, silent, () => ({
      ...nothing,
      findings: [excess],
    }));
    expect(judgement.findings).toEqual([excess]);
    expect(wire.waits.slice(-2).map(({ reason }) => reason)).toEqual([
      'an excess was seen: 2 minutes more to tell the cause',
      'an excess was seen: a minute more to tell the cause',
    ]);
    expect(ledgers.slice(-1).map(({ phase, connections }) => [phase, connections])).toEqual([
      ['one-operation', 90],
    ]);
    for (const phase of ['one-operation', 'one-at-a-time'] as const) {
      expect(count(wire.timeline, phase, 200) + count(wire.timeline, phase, 201)).toBe(60);
      const operations = indicesOf(wire.timeline, phase).map((index) => wire.timeline.operation(index));
      expect(new Set(operations).size > 1).toBe(phase === 'one-at-a-time');
    }
    const inTurn = indicesOf(wire.timeline, 'one-at-a-time');
    expect(new Set(inTurn.map(wire.timeline.connection)).size).toBe(16);
    expect(
      inTurn
        .slice(1)
        .every(
          (index, position) =>
            wire.timeline.sentAtMs(index) >= wire.timeline.answeredAtMs(inTurn[position] ?? 0),
        ),
    ).toBe(true);
  });

  it('uses keys that are fresh, without waiting', async () => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000 });
    const judge: Judge = () => ({ ...nothing, findings: [finding('quota/limit-enforced', false)] });
    await measurePlan(freePlan({ keys: [1, 2, 3, 4] }), wire, silent, judge);
    expect(phaseOrder(wire.timeline, 3)).toEqual(['one-operation']);
    expect(phaseOrder(wire.timeline, 4)).toEqual(['one-at-a-time']);
  });
});

describe('creations that were refused', () => {
  const requirement = 'quota/refused-without-effect';

  it.each([
    ['the key itself where a Reset says when', false, [1, 1]],
    ['the key of the run where no Reset is a time', true, [0, 0]],
  ])('are looked for by %s', async (_, isSecondsToGo, keys) => {
    const service = fixedWindow(60);
    const inSeconds: MadeUpService = (request, atMs) => ({ ...service(request, atMs), reset: 9 });
    const wire = new MadeUpWire(isSecondsToGo ? inSeconds : service, {
      startsAtMs: 10_000,
      refusedCreations: { refused: [3, 4] },
    });
    await measurePlan(freePlan(), wire, silent, noJudge);
    const { timeline } = wire;
    expect(indicesOf(timeline, 'effect').map((index) => timeline.key(index))).toEqual(keys);
    expect(count(timeline, 'effect', 200)).toBe(2);
  });

  it('are not looked for by the key of the run where that may not be asked', async () => {
    const service = fixedWindow(60);
    const inSeconds: MadeUpService = (request, atMs) => ({ ...service(request, atMs), reset: 9 });
    const wire = new MadeUpWire(inSeconds, { startsAtMs: 10_000, refusedCreations: { refused: [3, 4] } });
    await measurePlan(freePlan({ neighbour: false }), wire, silent, noJudge);
    expect(indicesOf(wire.timeline, 'effect')).toEqual([]);
  });

  it.each([
    ['carried out', { refused: [3, 4], carriedOut: [{ creation: 4, list: 9 }], completeList: 9 }, 'findings'],
    ['not carried out', { refused: [3, 4], completeList: 9 }, 'supported'],
    ['not to be seen', { refused: [3, 4] }, 'undecided'],
    ['not there', {}, 'undecided'],
  ] as const)('are reported if they are %s', async (_, refusedCreations, where) => {
    const wire = new MadeUpWire(fixedWindow(60), { startsAtMs: 10_000, refusedCreations });
    const { judgement } = await measurePlan(freePlan(), wire, silent, noJudge);
    for (const rows of ['findings', 'supported', 'undecided'] as const) {
      const told = judgement[rows].filter((row) => row.requirement === requirement);
      expect(told).toHaveLength(rows === where ? 1 : 0);
    }
  });
});
