import type { VNode } from 'preact';
import type { LatencySummary, LoadRecord } from '../../verdict/load-record.ts';
import { percentilesOf } from '../load-text.ts';
import { loadBins } from '../picture/load-bins.ts';
import type { Report } from '../report.ts';
import { loadSection } from '../text-sections.ts';
import { latencyText, numberText, rateText } from '../words.ts';
import { FigureTable } from './figure-table.tsx';
import { Entries } from './parts.tsx';
import { Picture } from './picture.tsx';

const rowsShown = 40;
const percentilesShown: readonly string[] = ['50', '90', '99', '99.9', '99.99'];

export function Load({ report }: { report: Report }): VNode | null {
  const { load } = report;
  return load === null ? null : (
    <div class="card">
      <Entries sections={loadSection(report)} />
      <Pictures load={load} />
      <h3>Latency by operation</h3>
      <Latencies name="Operation" summaries={load.byOperation} />
      <h3>Latency by status</h3>
      <Latencies name="Status" summaries={load.byStatus} />
      <Shards load={load} />
    </div>
  );
}

function Pictures({ load }: { load: LoadRecord }): VNode {
  const { series, offeredRate, achievedRate, latency } = load;
  const rows = loadBins(series);
  const first = rows[0]?.fromMs ?? 0;
  // The warm-up is shaded, because it does not count.
  const bands = first >= 0 ? [] : [{ fromMs: first, toMs: 0, label: 'warm-up' }];
  const overall = (percent: string) => latencyText(latency.percentilesMs[percent] ?? null);
  return (
    <>
      <Picture
        id="load-rate"
        caption="Requests per second"
        title="Requests started and refused, responses, and failures per second"
        description={`${rateText(achievedRate)} answered on average.`}
        unit="Requests per second"
        rows={rows}
        bands={bands}
        limit={
          offeredRate === null ? null : { value: offeredRate, text: `offered, ${rateText(offeredRate)}` }
        }
        series={[
          {
            ...{ style: 'refused', shape: 'bar', text: 'refused with 429', column: 'Refused' },
            value: ({ refused }) => refused,
          },
          {
            ...{ style: 'achieved', shape: 'line', text: 'answered', column: 'Answered' },
            value: ({ answered }) => answered,
          },
          {
            ...{ style: 'offered', shape: 'line', text: 'started', column: 'Started' },
            value: ({ started }) => started,
          },
          {
            ...{ style: 'failed', shape: 'dot', text: 'failed', column: 'Failed' },
            value: ({ failed }) => (failed === 0 ? null : failed),
          },
        ]}
      />
      <Picture
        id="load-latency"
        caption="Latency over time"
        title="Latency percentiles over time"
        description={`Overall, p50 was ${overall('50')} and p99 ${overall('99')}.`}
        unit="Latency"
        rows={rows}
        bands={bands}
        written={latencyText}
        series={[
          { ...{ style: 'tail', shape: 'line', text: 'p99', column: 'p99' }, value: ({ p99Ms }) => p99Ms },
          { ...{ style: 'median', shape: 'line', text: 'p50', column: 'p50' }, value: ({ p50Ms }) => p50Ms },
          {
            ...{ style: 'longest', shape: 'dot', text: 'longest per second', column: 'Max' },
            value: ({ maxMs }) => maxMs,
          },
        ]}
      />
    </>
  );
}

/** The shards, with those first whose generator was the bottleneck, because there may be thousands. */
function Shards({ load: { shards = [] } }: { load: LoadRecord }): VNode | null {
  const ordered = shards.toSorted(
    (left, right) =>
      Number(right.invalid !== null) - Number(left.invalid !== null) || left.shard - right.shard,
  );
  const columns = [
    'Shard',
    'Requests',
    'Responses',
    'Failed',
    'Rate',
    'p50',
    'p99',
    'Max',
    'Late',
    'Missed',
    'Generator',
  ];
  return shards.length === 0 ? null : (
    <>
      <h3>Shards</h3>
      {shards.length > rowsShown && (
        <p class="note">
          The first {numberText(rowsShown)} of {numberText(shards.length)}; report.json has all of them.
        </p>
      )}
      <FigureTable
        label="Shards"
        columns={columns}
        rows={ordered
          .slice(0, rowsShown)
          .map((shard) => [
            numberText(shard.shard),
            numberText(shard.requests),
            numberText(shard.answered),
            numberText(shard.failed),
            rateText(shard.achievedRate),
            latencyText(shard.p50Ms),
            latencyText(shard.p99Ms),
            latencyText(shard.maxMs),
            numberText(shard.lateStarts),
            numberText(shard.missedStarts),
            shard.invalid === null ? 'kept up' : 'held it back',
          ])}
      />
    </>
  );
}

function Latencies(props: { name: string; summaries: Readonly<Record<string, LatencySummary>> }): VNode {
  const rows = Object.entries(props.summaries);
  const known = new Set(rows.flatMap(([, summary]) => percentilesOf(summary).map(([percent]) => percent)));
  const percents = percentilesShown.filter((percent) => known.has(percent));
  return rows.length === 0 ? (
    <p class="note">No responses.</p>
  ) : (
    <FigureTable
      columns={[props.name, 'Answers', 'Mean', ...percents.map((percent) => `p${percent}`), 'Max']}
      rows={rows.slice(0, rowsShown).map(([name, summary]) => {
        const percentiles = new Map(percentilesOf(summary));
        return [
          name,
          numberText(summary.count),
          latencyText(summary.meanMs),
          ...percents.map((percent) => latencyText(percentiles.get(percent) ?? null)),
          latencyText(summary.maxMs),
        ];
      })}
    />
  );
}
