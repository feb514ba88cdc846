import type { VNode } from 'preact';
import type { LatencySummary, LoadRecord } from '../../verdict/load-record.ts';
import { percentilesOf } from '../load-text.ts';
import type { Report } from '../report.ts';
import { loadSection } from '../text-sections.ts';
import { latencyText, numberText, rateText } from '../words.ts';
import { FigureTable } from './chart-parts.tsx';
import { DistributionPicture, LatencyPicture, LoadRatePicture } from './load-pictures.tsx';
import { Entries } from './parts.tsx';

const rowsShown = 40;
const percentilesShown: readonly string[] = ['50', '90', '99', '99.9', '99.99'];

export function Load({ report }: { report: Report }): VNode | null {
  const { load } = report;
  return load === null ? null : (
    <div class="card">
      <Entries sections={loadSection(report)} />
      <LoadRatePicture load={load} />
      <LatencyPicture load={load} />
      <DistributionPicture load={load} />
      <h3>Latency by operation</h3>
      <Latencies name="Operation" summaries={load.byOperation} />
      <h3>Latency by status</h3>
      <Latencies name="Status" summaries={load.byStatus} />
      <Shards load={load} />
    </div>
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
