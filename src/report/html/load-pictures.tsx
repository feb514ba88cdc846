import type { VNode } from 'preact';
import type { LatencySummary, LoadRecord } from '../../verdict/load-record.ts';
import { percentilesOf } from '../load-text.ts';
import { type LoadBin, loadBins } from '../picture/load-data.ts';
import { latencyText, numberText, rateText } from '../words.ts';
import { type Band, percent, px } from './chart.tsx';
import { type Axis, latencyAxis, linearAxis, timeAxis } from './chart-axis.ts';
import { Dots, type Place, PlotArea, PlotBars, PlotLine } from './chart-marks.tsx';
import { type KeyEntry, Picture } from './chart-parts.tsx';

const height = 170;

interface Geometry {
  readonly bins: readonly LoadBin[];
  readonly time: Axis;
  readonly rates: Axis;
  /** Requests per second, or `null` in a closed loop. */
  readonly offered: number | null;
}

export function LoadRatePicture({ load }: { load: LoadRecord }): VNode | null {
  const bins = loadBins(load.series);
  const offered = load.offeredRate;
  const most = bins.reduce((high, { started, answered }) => Math.max(high, started, answered), offered ?? 1);
  const geometry = { bins, time: loadTimeAxis(bins), rates: linearAxis(0, most * 1.1, height), offered };
  const { time, rates } = geometry;
  const failed = bins.filter((bin) => bin.failed > 0);
  return bins.length === 0 ? null : (
    <Picture
      caption="Requests per second"
      keys={keysOf(geometry)}
      id="load-rate"
      title="Requests started and refused, responses, and failures per second"
      description={`${rateText(load.achievedRate)} answered on average.`}
      yTitle="Requests per second"
      height={height}
      xTicks={time.ticks}
      yTicks={rates.ticks}
      bands={warmupBands(bins, time)}
      overlay={<Dots places={binPlaces(failed, time, (bin) => rates.place(bin.failed))} style="failed" />}
      table={{
        columns: ['From', 'Started', 'Answered', 'Refused', 'Failed'],
        rows: bins.map(({ fromSecond, started, answered, refused, failed }) => [
          `${numberText(fromSecond)} s`,
          rateText(started),
          rateText(answered),
          rateText(refused),
          rateText(failed),
        ]),
      }}
    >
      <Shapes {...geometry} />
    </Picture>
  );
}

function Shapes({ bins, time, rates, offered }: Geometry): VNode {
  const base = rates.place(0);
  const answered = binPlaces(bins, time, (bin) => rates.place(bin.answered));
  return (
    <>
      <PlotArea places={answered} base={base} style="achieved" />
      <PlotBars
        bins={bins.map((bin) => ({ ...bin, fromMs: bin.fromSecond * 1_000, toMs: bin.toSecond * 1_000 }))}
        time={time}
        up={rates}
        value={({ refused }) => refused}
        style="refused"
      />
      {offered === null ? null : <path class="line limit" d={`M0 ${px(rates.place(offered))}H1000`} />}
      <PlotLine places={answered} style="achieved" />
      <PlotLine places={binPlaces(bins, time, ({ started }) => rates.place(started))} style="offered" />
    </>
  );
}

function keysOf({ bins, offered }: Geometry): readonly KeyEntry[] {
  const keys: KeyEntry[] = [
    { style: 'offered', shape: 'line', text: 'started' },
    { style: 'achieved', shape: 'line', text: 'answered' },
  ];
  if (offered !== null) {
    keys.unshift({ style: 'limit', shape: 'line', text: `offered, ${rateText(offered)}` });
  }
  if (bins.some(({ refused }) => refused > 0)) {
    keys.push({ style: 'refused', shape: 'bar', text: 'refused with 429' });
  }
  if (bins.some(({ failed }) => failed > 0)) {
    keys.push({ style: 'failed', shape: 'dot', text: 'failed' });
  }
  return keys;
}

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
      keys={[
        { style: 'median', shape: 'line', text: 'p50' },
        { style: 'tail', shape: 'line', text: 'p99' },
        { style: 'longest', shape: 'dot', text: 'longest per second' },
      ]}
      id="load-latency"
      title="Latency percentiles over time"
      description={`Overall, p50 was ${latencyText(percentilesMs['50'] ?? null)} and p99 ${latencyText(percentilesMs['99'] ?? null)}.`}
      yTitle="Latency"
      height={height}
      xTicks={time.ticks}
      yTicks={axis.ticks}
      bands={warmupBands(bins, time)}
      overlay={<Dots places={places(({ maxMs }) => maxMs)} style="longest" />}
      table={{
        columns: ['From', 'p50', 'p99', 'Max'],
        rows: bins.map(({ fromSecond, p50Ms, p99Ms, maxMs }) => [
          `${numberText(fromSecond)} s`,
          latencyText(p50Ms),
          latencyText(p99Ms),
          latencyText(maxMs),
        ]),
      }}
    >
      <PlotLine places={places(({ p99Ms }) => p99Ms)} style="tail" />
      <PlotLine places={places(({ p50Ms }) => p50Ms)} style="median" />
    </Picture>
  );
}

const distributionHeight = 150;
const percentilesShown = 100;
/** The maximum number of nines of a percentile in a double. */
const mostNines = 15;
/** The labelled percentiles, and whether their value fits on a phone. */
const named: ReadonlyMap<string, boolean> = new Map([
  ['50', true],
  ['90', false],
  ['99', true],
  ['99.9', true],
  ['99.99', true],
]);
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
      keys={[{ style: 'achieved', shape: 'line', text: 'this share of responses took no longer' }]}
      id="load-distribution"
      title="Latency by percentile"
      description="Each additional nine has the same width."
      xTitle="Percentile"
      yTitle="Latency"
      height={distributionHeight}
      xTicks={atFoot.map(({ at, name }) => ({ at, label: `p${name}` }))}
      yTicks={ticks}
      overlay={
        <>
          <Dots places={points} style="longest" />
          {atFoot.filter(({ name }) => named.get(name)).map(FigureLabel)}
        </>
      }
      table={{
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
      ms,
    }));
  const widest = figures.reduce((most, { nines }) => Math.max(most, nines), 1) * 1.06;
  const axis = latencyAxis(
    figures.map(({ ms }) => ms),
    distributionHeight,
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

/** The time axis of a load, including its warm-up. */
function loadTimeAxis(bins: readonly LoadBin[]): Axis {
  const from = bins[0]?.fromSecond ?? 0;
  const to = bins.at(-1)?.toSecond ?? 1;
  return timeAxis(from * 1_000, to * 1_000);
}

/** A point in the middle of each bin; the line has a gap where `y` returns `null`. */
function binPlaces(
  bins: readonly LoadBin[],
  { place }: Axis,
  y: (bin: LoadBin) => number | null,
): readonly Place[] {
  return bins.map((bin) => ({ at: place((bin.fromSecond + bin.toSecond) * 500), y: y(bin) }));
}

/** The warm-up is shaded, because it does not count. */
function warmupBands(bins: readonly LoadBin[], { place }: Axis): readonly Band[] {
  const first = bins[0]?.fromSecond ?? 0;
  return first >= 0 ? [] : [{ from: 0, to: place(0), label: 'warm-up' }];
}
