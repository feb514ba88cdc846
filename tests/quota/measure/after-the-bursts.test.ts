import { describe, expect, it } from 'vitest';
import { madeUpEntry } from '../made-up-entry.ts';
import { count, finding, nothing, phaseOrder, requestsOf } from './made-up-judgement.ts';
import { fixedWindow, type MadeUpService, measured } from './made-up-wire.ts';

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
