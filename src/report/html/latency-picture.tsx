import type { VNode } from 'preact';
import type { LoadRecord } from '../../verdict/load-record.ts';
import { type LoadBin, loadBins } from '../picture/load-bins.ts';
import { latencyText, numberText } from '../words.ts';
import { latencyAxis } from './chart-axis.ts';
import { Dots, PlotLine } from './chart-marks.tsx';
import { type KeyEntry, Picture, type PictureTable } from './chart-parts.tsx';
import { binPlaces, loadTimeAxis, warmupBands } from './load-time.ts';

const height = 170;
const keys: readonly KeyEntry[] = [
  { style: 'median', shape: 'line', text: 'p50' },
  { style: 'tail', shape: 'line', text: 'p99' },
  { style: 'longest', shape: 'dot', text: 'longest per second' },
];

/** Latency percentiles over time. */
export function LatencyPicture({ load }: { load: LoadRecord }): VNode | null {
  const bins = loadBins(load.series);
  const time = loadTimeAxis(bins);
  const values = bins.flatMap(({ p50Ms, p99Ms, maxMs }) => [p50Ms, p99Ms, maxMs].filter((ms) => ms !== null));
  const axis = latencyAxis(values, height);
  const places = (figure: (bin: LoadBin) => number | null) =>
    binPlaces(bins, time, (bin) => {
      const ms = figure(bin);
      return ms === null ? null : axis.place(ms);
    });
  const { percentilesMs } = load.latency;
  return values.length === 0 ? null : (
    <Picture
      caption="Latency over time"
      keys={keys}
      id="load-latency"
      title="Latency percentiles over time"
      description={`Overall, p50 was ${latencyText(percentilesMs['50'] ?? null)} and p99 ${latencyText(percentilesMs['99'] ?? null)}. The table below has the figures over time.`}
      yTitle="Latency"
      height={height}
      xTicks={time.ticks}
      yTicks={axis.ticks}
      bands={warmupBands(bins, time)}
      overlay={<Dots places={places(({ maxMs }) => maxMs)} style="longest" />}
      table={latencyTable(bins)}
    >
      <PlotLine places={places(({ p99Ms }) => p99Ms)} style="tail" />
      <PlotLine places={places(({ p50Ms }) => p50Ms)} style="median" />
    </Picture>
  );
}

function latencyTable(bins: readonly LoadBin[]): PictureTable {
  return {
    summary: 'Latency over time as a table',
    columns: ['From', 'p50', 'p99', 'Max'],
    rows: bins.map(({ fromSecond, p50Ms, p99Ms, maxMs }) => [
      `${numberText(fromSecond)} s`,
      latencyText(p50Ms),
      latencyText(p99Ms),
      latencyText(maxMs),
    ]),
  };
}
