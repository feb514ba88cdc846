import type { VNode } from 'preact';
import type { LoadRecord } from '../../verdict/load-record.ts';
import { percentilesOf } from '../load-text.ts';
import { latencyText, numberText, rateText } from '../number-text.ts';
import { type LoadBin, loadBins } from '../picture/load-bins.ts';
import { sane, saneCount } from '../picture/sane-number.ts';
import { type Band, Chart, percent, px } from './chart.tsx';
import { type Axis, latencyAxis, linearAxis, timeAxis } from './chart-axis.ts';
import { Dots, type Place, PlotArea, PlotBars, PlotLine } from './chart-marks.tsx';
import { FoldedTable, Picture } from './chart-parts.tsx';

interface Props {
  readonly load: LoadRecord;
}

/** Percentiles that are named at the foot of the distribution. */
const namedPercentiles: ReadonlySet<string> = new Set(['50', '90', '99', '99.9', '99.99']);
/** Of these, one whose figure has no room beside its neighbours'. */
const crowdedPercentile = '90';

/** Requests a second over time: offered against answered, and those refused or failed. */
export function LoadRatePicture({ load }: Props): VNode | null {
  const bins = loadBins(load.series);
  const time = secondsAxis(bins);
  const most = bins.reduce((high, { started, answered }) => Math.max(high, started, answered), 1);
  const rates = linearAxis(0, most * 1.1, 170);
  const offered = load.offeredRate === null ? null : rates.place(saneCount(load.offeredRate));
  const places = (figure: (bin: LoadBin) => number) =>
    binPlaces(bins, time, (bin) => rates.place(figure(bin)));
  const lost = bins.some(({ failed, refused }) => failed + refused > 0);
  return bins.length === 0 ? null : (
    <Picture
      title="Requests a second"
      keys={[
        ...(offered === null
          ? []
          : [
              { style: 'limit', shape: 'line', text: `offered, ${rateText(load.offeredRate ?? 0)}` } as const,
            ]),
        { style: 'offered', shape: 'line', text: 'started' },
        { style: 'achieved', shape: 'line', text: 'answered' },
        ...(lost ? lostKeys : []),
      ]}
      table={<RateTable bins={bins} />}
    >
      <Chart
        id="load-rate"
        title="Requests started, answered, refused and failed a second"
        description={`${rateText(load.achievedRate)} were answered on average. The table below has the figures of every second.`}
        height={170}
        xTicks={time.ticks}
        yTicks={rates.ticks}
        bands={warmupBands(bins, time)}
        overlay={
          <Dots
            places={bins
              .filter(({ failed }) => failed > 0)
              .map((bin) => ({ at: middle(bin, time), y: rates.place(bin.failed) }))}
            style="failed"
          />
        }
      >
        <PlotArea places={places(({ answered }) => answered)} base={170} style="achieved" />
        <PlotBars
          bars={bins.map((bin) => ({
            from: time.place(bin.fromSecond * 1_000),
            to: time.place(bin.toSecond * 1_000),
            y: rates.place(bin.refused),
          }))}
          base={170}
          style="refused"
        />
        {offered === null ? null : <path class="line limit" d={`M0 ${px(offered)}H1000`} />}
        <PlotLine places={places(({ answered }) => answered)} style="achieved" />
        <PlotLine places={places(({ started }) => started)} style="offered" />
      </Chart>
    </Picture>
  );
}

const lostKeys = [
  { style: 'refused', shape: 'bar', text: 'refused with 429' },
  { style: 'failed', shape: 'dot', text: 'failed' },
] as const;

/** Latency percentiles over time, each power of ten as high as the next. */
export function LatencyPicture({ load }: Props): VNode | null {
  const bins = loadBins(load.series);
  const time = secondsAxis(bins);
  const values = bins.flatMap(({ p50Ms, p99Ms, maxMs }) => [p50Ms, p99Ms, maxMs].filter((ms) => ms !== null));
  const axis = latencyAxis(values, 170);
  const places = (figure: (bin: LoadBin) => number | null) =>
    binPlaces(bins, time, (bin) => {
      const ms = figure(bin);
      return ms === null ? null : axis.place(ms);
    });
  return values.length === 0 ? null : (
    <Picture
      title="Latency over time"
      keys={[
        { style: 'median', shape: 'line', text: 'p50' },
        { style: 'tail', shape: 'line', text: 'p99' },
        { style: 'longest', shape: 'dot', text: 'the longest of a second' },
      ]}
      table={<LatencyTable bins={bins} />}
    >
      <Chart
        id="load-latency"
        title="Latency percentiles over time"
        description={`Over all of it p50 was ${latencyText(load.latency.percentilesMs['50'] ?? null)} and p99 ${latencyText(load.latency.percentilesMs['99'] ?? null)}. Heights are powers of ten. The table below has the figures of every second.`}
        height={170}
        xTicks={time.ticks}
        yTicks={axis.ticks}
        bands={warmupBands(bins, time)}
        overlay={<Dots places={places(({ maxMs }) => maxMs)} style="longest" />}
      >
        <PlotLine places={places(({ p99Ms }) => p99Ms)} style="tail" />
        <PlotLine places={places(({ p50Ms }) => p50Ms)} style="median" />
      </Chart>
    </Picture>
  );
}

/** How long the fastest half, nine tenths and so on took; each nine more is as wide as the one before. */
export function DistributionPicture({ load }: Props): VNode | null {
  const points = percentilesOf(load.latency.percentilesMs)
    .filter(([name]) => Number(name) < 100)
    .map(([name, ms]) => ({ name, nines: -Math.log10(1 - Number(name) / 100), ms: saneCount(ms) }));
  const widest = Math.max(1, ...points.map(({ nines }) => nines)) * 1.06;
  const axis = latencyAxis(
    points.map(({ ms }) => ms),
    150,
    22,
  );
  const placed = points.map((point) => ({ ...point, at: point.nines / widest, y: axis.place(point.ms) }));
  const named = placed.filter(({ name }) => namedPercentiles.has(name));
  return points.length === 0 || load.latency.count === 0 ? null : (
    <Picture
      title="Distribution of latency"
      keys={[{ style: 'achieved', shape: 'line', text: 'that share of the answers took no longer' }]}
      table={
        <FoldedTable
          summary="Distribution of latency as a table"
          columns={['Percentile', 'Latency']}
          rows={points.map(({ name, ms }) => [`p${name}`, latencyText(ms)])}
        />
      }
    >
      <Chart
        id="load-distribution"
        title="Latency by percentile"
        description="Each nine more is as wide as the one before, heights are powers of ten. The table below has the figures."
        height={150}
        xTicks={named.map(({ at, name }) => ({ at, label: `p${name}` }))}
        yTicks={axis.ticks}
        overlay={
          <>
            <Dots places={placed} style="longest" />
            {named
              .filter(({ name }) => name !== crowdedPercentile)
              .map(({ at, y, ms }) => (
                <text
                  class={at < 0.2 ? 'label' : 'label end'}
                  x={percent(at)}
                  dx={at < 0.2 ? 0 : -6}
                  y={px(y - 8)}
                >
                  {latencyText(ms)}
                </text>
              ))}
          </>
        }
      >
        <PlotLine places={placed} style="achieved" />
      </Chart>
    </Picture>
  );
}

function secondsAxis(bins: readonly LoadBin[]): Axis {
  const from = bins[0]?.fromSecond ?? 0;
  const to = bins.at(-1)?.toSecond ?? 1;
  return timeAxis(sane(from * 1_000), sane(to * 1_000));
}

function binPlaces(
  bins: readonly LoadBin[],
  time: Axis,
  y: (bin: LoadBin) => number | null,
): readonly Place[] {
  return bins.map((bin) => ({ at: middle(bin, time), y: y(bin) }));
}

function middle({ fromSecond, toSecond }: LoadBin, { place }: Axis): number {
  return place((fromSecond + toSecond) * 500);
}

/** The warm-up is shaded: its figures don't count. */
function warmupBands(bins: readonly LoadBin[], { place }: Axis): readonly Band[] {
  const first = bins[0]?.fromSecond ?? 0;
  return first >= 0 ? [] : [{ from: 0, to: place(0), label: 'warm-up' }];
}

function RateTable({ bins }: { bins: readonly LoadBin[] }): VNode {
  return (
    <FoldedTable
      summary="Requests a second as a table"
      columns={['From', 'Started', 'Answered', 'Refused', 'Failed']}
      rows={bins.map(({ fromSecond, started, answered, refused, failed }) => [
        `${numberText(fromSecond)} s`,
        rateText(started),
        rateText(answered),
        rateText(refused),
        rateText(failed),
      ])}
    />
  );
}

function LatencyTable({ bins }: { bins: readonly LoadBin[] }): VNode {
  return (
    <FoldedTable
      summary="Latency over time as a table"
      columns={['From', 'p50', 'p99', 'Max']}
      rows={bins.map(({ fromSecond, p50Ms, p99Ms, maxMs }) => [
        `${numberText(fromSecond)} s`,
        latencyText(p50Ms),
        latencyText(p99Ms),
        latencyText(maxMs),
      ])}
    />
  );
}
