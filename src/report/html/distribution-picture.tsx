import type { VNode } from 'preact';
import type { LatencySummary, LoadRecord } from '../../verdict/load-record.ts';
import { percentilesOf } from '../load-text.ts';
import { saneCount } from '../picture/decimate.ts';
import { latencyText } from '../words.ts';
import { percent, px } from './chart.tsx';
import { latencyAxis } from './chart-axis.ts';
import { Dots, PlotLine } from './chart-marks.tsx';
import { type KeyEntry, Picture } from './chart-parts.tsx';

const height = 150;
const percentilesShown = 100;
/** Beyond these a double can't tell a percentile from 100. */
const mostNines = 15;
/** Percentiles named at the foot, and whether there is room for their figure on a phone. */
const named: ReadonlyMap<string, boolean> = new Map([
  ['50', true],
  ['90', false],
  ['99', true],
  ['99.9', true],
  ['99.99', true],
]);
const keys: readonly KeyEntry[] = [
  { style: 'achieved', shape: 'line', text: 'this share of responses took no longer' },
];

interface PercentilePoint {
  readonly name: string;
  readonly ms: number;
  readonly at: number;
  readonly y: number;
}

/** Latency by percentile; each additional nine has the same width. */
export function DistributionPicture({ load: { latency } }: { load: LoadRecord }): VNode | null {
  const { points, ticks } = placed(latency);
  const atFoot = points.filter(({ name }) => named.has(name));
  return points.length === 0 || latency.count === 0 ? null : (
    <Picture
      caption="Distribution of latency"
      keys={keys}
      id="load-distribution"
      title="Latency by percentile"
      description="Each additional nine has the same width. The table below has the figures."
      xTitle="Percentile"
      yTitle="Latency"
      height={height}
      xTicks={atFoot.map(({ at, name }) => ({ at, label: `p${name}` }))}
      yTicks={ticks}
      overlay={
        <>
          <Dots places={points} style="longest" />
          {atFoot.filter(({ name }) => named.get(name)).map(FigureLabel)}
        </>
      }
      table={{
        summary: 'Distribution of latency as a table',
        columns: ['Percentile', 'Latency'],
        rows: points.map(({ name, ms }) => [`p${name}`, latencyText(ms)]),
      }}
    >
      <PlotLine places={points} style="achieved" />
    </Picture>
  );
}

function placed(latency: LatencySummary) {
  const figures = percentilesOf(latency)
    .filter(([name]) => Number(name) < 100)
    .slice(0, percentilesShown)
    .map(([name, ms]) => ({
      name,
      nines: Math.min(mostNines, -Math.log10(1 - Number(name) / 100)),
      ms: saneCount(ms),
    }));
  const widest = figures.reduce((most, { nines }) => Math.max(most, nines), 1) * 1.06;
  const axis = latencyAxis(
    figures.map(({ ms }) => ms),
    height,
    22,
  );
  const points = figures.map(
    ({ name, nines, ms }): PercentilePoint => ({ name, ms, at: nines / widest, y: axis.place(ms) }),
  );
  return { points, ticks: axis.ticks };
}

function FigureLabel({ at, y, ms }: PercentilePoint): VNode {
  const nearAxis = at < 0.2;
  return (
    <text class="label end" x={percent(at)} dx={nearAxis ? 4 : -6} y={px(y - 8)}>
      {latencyText(ms)}
    </text>
  );
}
