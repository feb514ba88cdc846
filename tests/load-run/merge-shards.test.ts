import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReport } from '../../src/cli/report-files/report-file.ts';
import { LatencyHistograms, summaryOf } from '../../src/load/latency-histograms.ts';
import type { LoadFigures } from '../../src/load/load-figures.ts';
import { outcomeLines } from '../../src/load/shards/record-reader.ts';
import type { ShardOutcome } from '../../src/load/shards/shard-outcome.ts';
import type { ShardPlan } from '../../src/load/shards/shard-plan.ts';
import { checkedShards } from '../../src/load-run/merge-shards.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import { propertyRuns } from '../property-runs.ts';
import {
  latencyOf,
  madeOutcome,
  madePlan,
  merged as mergedFiles,
  refusedFor,
  shardsOf,
  sourcesOf,
} from './made-shards.ts';

type Outcomes = readonly ShardOutcome[];

function madeOutcomes(plan: ShardPlan): Promise<ShardOutcome[]> {
  return Promise.all(shardsOf(plan.of).map((shard) => madeOutcome(plan, shard)));
}

const merged = (outcomes: Outcomes) => mergedFiles(outcomes.map(outcomeLines));

/** The outcomes with one of them changed. */
function changed(
  outcomes: Outcomes,
  index: number,
  change: (outcome: ShardOutcome) => Partial<ShardOutcome>,
): ShardOutcome[] {
  return outcomes.map((outcome, place) => (place === index ? { ...outcome, ...change(outcome) } : outcome));
}

function withLoad(change: (load: LoadFigures) => Partial<LoadFigures>) {
  return ({ load }: ShardOutcome): Partial<ShardOutcome> =>
    load === null ? {} : { load: { ...load, ...change(load) } };
}

describe('the report of merged shards', () => {
  it('is that of the whole load, with the shards as rows', async () => {
    const report = await merged(await madeOutcomes(madePlan(4)));
    expect(report.verdict).toBe('conformant');
    expect(exitStatus(report)).toBe(0);
    expect(isReport(report)).toBe(true);
    expect(report.run.requests).toBe(4 + 6 * 200);
    expect(report.load).toMatchObject({ requests: 1_000, answered: 1_000, achievedRate: 200, invalid: null });
    expect(report.load?.objectives.map(({ met }) => met)).toEqual([true, true]);
    expect(report.load?.series.map(({ second, started }) => [second, started])).toEqual(
      [-1, 0, 1, 2, 3, 4].map((second) => [second, 200]),
    );
    expect(
      report.load?.shards?.map(({ shard, requests, connections }) => [shard, requests, connections]),
    ).toEqual([1, 2, 3, 4].map((shard) => [shard, 250, 100]));
  });

  it('has the percentiles of all latencies, however they are divided', async () => {
    const expected = new LatencyHistograms();
    for (let iteration = 200; iteration < 1_200; iteration += 1) {
      expected.record('listPets', 200, latencyOf(iteration));
    }
    // An encoded histogram also rounds its maximum to three digits.
    const encoded = new LatencyHistograms();
    for (const cell of expected.encodedCells) {
      encoded.add(cell);
    }
    const { percentilesMs, count } = summaryOf(encoded.all);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (of) => {
        const { load } = await merged(await madeOutcomes(madePlan(of)));
        expect(load?.latency.count).toBe(count);
        expect(load?.latency.percentilesMs).toEqual(percentilesMs);
        expect(load?.byOperation['listPets']?.percentilesMs).toEqual(percentilesMs);
      }),
      { numRuns: propertyRuns(5) },
    );
  });

  it('is the same in any order, and in one file with other lines in between', async () => {
    const outcomes = await madeOutcomes(madePlan(3));
    const first = await merged(outcomes);
    const log = outcomes.flatMap((outcome) => [
      'pulling the image',
      ...outcomeLines(outcome).map((line) => `[pod-7] ${line}`),
    ]);
    const checked = await checkedShards(sourcesOf([log]));
    expect(checked.kind).toBe('one load');
    expect((await merged(outcomes.toReversed())).load).toEqual(first.load);
  });

  it('names a lost shard, and has no verdict', async () => {
    const outcomes = await madeOutcomes(madePlan(8));
    const report = await merged(outcomes.filter((_, index) => index !== 4));
    expect(report.preflight.map(({ text }) => text)).toEqual(['missing shards: 5 (of 8)']);
    expect(exitStatus(report)).toBe(3);
    const two = await merged(outcomes.slice(0, 6));
    expect(two.preflight.map(({ text }) => text)).toEqual(['missing shards: 7, 8 (of 8)']);
  });

  it('has no verdict if the shards did not start together, or a clock was set', async () => {
    const outcomes = await madeOutcomes(madePlan(2));
    const late = changed(
      outcomes,
      1,
      withLoad(({ clock }) => ({ clock: { ...clock, startedAtMs: clock.startedAtMs + 1_400 } })),
    );
    const report = await merged(late);
    expect(report.preflight.map(({ text }) => text)).toEqual([
      'shard 2 of 2 started 1.4 s after shard 1 of 2',
    ]);
    expect(exitStatus(report)).toBe(3);
    const set = changed(
      outcomes,
      0,
      withLoad(({ clock }) => ({ clock: { ...clock, setByMs: -5_000 } })),
    );
    expect((await merged(set)).preflight.map(({ text }) => text)).toEqual([
      'the clock of shard 1 of 2 was set by -5 s during the load',
    ]);
  });

  it('says if the generator of any shard held it back, and keeps its verdict', async () => {
    const outcomes = await madeOutcomes(madePlan(3));
    const slow = changed(
      outcomes,
      1,
      withLoad(() => ({ lateStarts: 200, latestStartMs: 30 })),
    );
    const report = await merged(slow);
    expect(report.load?.invalid).toMatch(/^shard 2 of 3: 60[.]1 % of the starts were more than 2 ms late/);
    expect(report.load?.shards?.map(({ invalid }) => invalid === null)).toEqual([true, false, true]);
    expect(exitStatus(report)).toBe(0);
  });

  it('keeps a violation that a shard found, renumbered for the whole load', async () => {
    const outcomes = await madeOutcomes(madePlan(2));
    const finding = {
      requirement: 'responses/documented-status',
      kind: 'status-302',
      message: 'GET /pets returned 302',
      expected: 'a documented status',
      actual: '302',
      exchange: 0,
      related: [],
    };
    const found = changed(outcomes, 1, ({ events }) => {
      const [sent] = events;
      const exchange = sent?.type === 'exchange' ? sent.exchange.number : 0;
      return { events: [...events, { type: 'finding', finding: { ...finding, exchange } }] };
    });
    const report = await merged(found);
    expect(exitStatus(report)).toBe(1);
    const [shown] = report.requirements.find(({ id }) => id === finding.requirement)?.findings ?? [];
    expect(report.exchanges.map(({ number }) => number)).toContain(shown?.exchanges[0]);
  });

  it('ends early if a shard did', async () => {
    const outcomes = await madeOutcomes(madePlan(2));
    const ended = changed(outcomes, 1, () => ({ ended: 'interrupted by the user' }));
    const report = await merged(ended);
    expect(report.interrupted).toBe('shard 2 of 2: interrupted by the user');
    expect(exitStatus(report)).toBe(3);
  });
});

describe('outcomes of different loads', () => {
  it('are refused if a shard occurs twice', async () => {
    const files = (await madeOutcomes(madePlan(2))).map(outcomeLines);
    const [first = [], second = []] = files;
    expect(await refusedFor([first, second, second])).toEqual([
      'shard 2 of 2 occurs twice: in file 2 and in file 3',
    ]);
    expect(await refusedFor([[...first, ...first]])).toEqual(['shard 1 of 2 occurs twice: in file 1']);
  });

  it.each<[string, ShardPlan, string]>([
    [
      'another rate',
      madePlan(2, { rate: 300, durationMs: 4_000 }),
      'shard 2 of 2 (file 2) belongs to another load than file 1: durationMs 4000 instead of 5000, rate 300 instead of 200',
    ],
    [
      'another number of shards',
      madePlan(3),
      'shard 2 of 3 (file 2) belongs to another load than file 1: of 3 instead of 2',
    ],
  ])('are refused for %s', async (_, plan, reason) => {
    const own = await madeOutcome(madePlan(2), { index: 0, of: 2 });
    const other = await madeOutcome(plan, { index: 1, of: plan.of });
    expect(await refusedFor([own, other].map(outcomeLines))).toEqual([reason]);
  });

  it('are refused for another version', async () => {
    const newer = changed(await madeOutcomes(madePlan(2)), 1, ({ tool }) => ({
      tool: { ...tool, version: '9.0.0' },
    }));
    expect(await refusedFor(newer.map(outcomeLines))).toEqual([
      'shard 2 of 2 (file 2) belongs to another load than file 1: version 9.0.0 instead of 0.1.0',
    ]);
  });
});
