import { area, line } from 'd3-shape';
import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import type { Point } from '../picture/decimate.ts';
import { type Band, percent, plotWidth, px } from './chart.tsx';
import type { Axis } from './chart-axis.ts';

/** A point of a chart: x from 0 to 1, y in px from the top; `null` interrupts the line. */
export interface Place {
  readonly at: number;
  readonly y: number | null;
}

type LineStyle = 'sent' | 'announced' | 'counted' | 'limit' | 'offered' | 'achieved' | 'median' | 'tail';

export function PlotLine(props: { places: readonly Place[]; style: LineStyle }): VNode {
  const shape = line<Place>()
    .defined(({ y }) => y !== null)
    .x(({ at }) => at * plotWidth)
    .y(({ y }) => y ?? 0)
    .digits(2);
  return <Shape style={`line ${props.style}`} d={shape(props.places)} />;
}

export function PlotArea(props: { places: readonly Place[]; base: number; style: string }): VNode {
  const shape = area<Place>()
    .defined(({ y }) => y !== null)
    .x(({ at }) => at * plotWidth)
    .y0(props.base)
    .y1(({ y }) => y ?? props.base)
    .digits(2);
  return <Shape style={`ground ${props.style}`} d={shape(props.places)} />;
}

/** Bars from the zero line of an axis, each as wide as its bin. */
export function PlotBars<Bin extends { readonly fromMs: number; readonly toMs: number }>(props: {
  bins: readonly Bin[];
  time: Axis;
  up: Axis;
  value: (bin: Bin) => number;
  style: string;
}): VNode {
  const { bins, time, up, value } = props;
  const base = up.place(0);
  const left = (ms: number) => px(time.place(ms) * plotWidth);
  const d = bins
    .map((bin) => ({ bin, y: up.place(value(bin)) }))
    .filter(({ y }) => y !== base)
    .map(({ bin, y }) => `M${left(bin.fromMs)} ${px(base)}V${px(y)}H${left(bin.toMs)}V${px(base)}Z`)
    .join('');
  return <Shape style={`bars ${props.style}`} d={d} />;
}

function Shape({ style, d }: { style: string; d: string | null }): VNode | null {
  return d === null || d === '' ? null : <path class={style} d={d} />;
}

export function Dots({ places, style }: { places: readonly Place[]; style: string }): VNode {
  return (
    <>
      {places.map(({ at, y }) =>
        y === null ? null : <circle class={`dot ${style}`} cx={percent(at)} cy={px(y)} r={2.5} />,
      )}
    </>
  );
}

/** The result of a retry: a full circle, a cross, or an empty circle. */
export function OutcomeMark(props: {
  at: number;
  y: number;
  outcome: 'admitted' | 'refused' | 'not retried';
}): VNode {
  const { at, y, outcome } = props;
  return outcome === 'refused' ? (
    <svg aria-hidden="true" class="overlay" x={percent(at)} y={px(y)}>
      <path class="cross" d="M-4 -4L4 4M-4 4L4 -4" />
    </svg>
  ) : (
    <circle
      class={outcome === 'admitted' ? 'mark admitted' : 'mark open'}
      cx={percent(at)}
      cy={px(y)}
      r={4.5}
    />
  );
}

export function placesOf(points: readonly Point[], across: Axis, up: Axis): readonly Place[] {
  return points.map(({ x, y }) => ({ at: across.place(x), y: up.place(y) }));
}

/** The maximum number of bands with numbers. */
const bandsNumbered = 16;

/** The phases of a measurement as numbered bands. */
export function phaseBands({ phases }: PlanLimitRecord, place: (ms: number) => number): readonly Band[] {
  return phases.slice(0, bandsNumbered).map(({ fromMs, toMs }, index) => ({
    from: place(fromMs),
    to: place(toMs),
    label: String(index + 1),
  }));
}
