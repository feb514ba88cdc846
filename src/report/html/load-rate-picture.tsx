import type { VNode } from 'preact';
import type { LoadRecord } from '../../verdict/load-record.ts';
import { saneCount } from '../picture/decimate.ts';
import { type LoadBin, loadBins } from '../picture/load-bins.ts';
import { numberText, rateText } from '../words.ts';
import { px } from './chart.tsx';
import { type Axis, linearAxis } from './chart-axis.ts';
import { Dots, PlotArea, PlotBars, PlotLine } from './chart-marks.tsx';
import { type KeyEntry, Picture, type PictureTable } from './chart-parts.tsx';
import { binPlaces, loadTimeAxis, warmupBands } from './load-time.ts';

const height = 170;

interface Geometry {
  readonly bins: readonly LoadBin[];
  readonly time: Axis;
  readonly rates: Axis;
  /** Requests per second, or `null` in a closed loop. */
  readonly offered: number | null;
}

/** Requests per second over time: offered, completed, refused and failed. */
export function LoadRatePicture({ load }: { load: LoadRecord }): VNode | null {
  const bins = loadBins(load.series);
  const offered = load.offeredRate === null ? null : saneCount(load.offeredRate);
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
      description={`${rateText(load.achievedRate)} answered on average. The table below has the figures over time.`}
      yTitle="Requests per second"
      height={height}
      xTicks={time.ticks}
      yTicks={rates.ticks}
      bands={warmupBands(bins, time)}
      overlay={<Dots places={binPlaces(failed, time, (bin) => rates.place(bin.failed))} style="failed" />}
      table={rateTable(bins)}
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
        bars={bins.map(({ fromSecond, toSecond, refused }) => ({
          from: time.place(fromSecond * 1_000),
          to: time.place(toSecond * 1_000),
          y: rates.place(refused),
        }))}
        base={base}
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

function rateTable(bins: readonly LoadBin[]): PictureTable {
  return {
    summary: 'Requests per second as a table',
    columns: ['From', 'Started', 'Answered', 'Refused', 'Failed'],
    rows: bins.map(({ fromSecond, started, answered, refused, failed }) => [
      `${numberText(fromSecond)} s`,
      rateText(started),
      rateText(answered),
      rateText(refused),
      rateText(failed),
    ]),
  };
}
