import type { ComponentChildren, VNode } from 'preact';
import { visibleLine } from '../words.ts';
import type { Tick } from './chart-axis.ts';

/** The width of the coordinate system of stretched shapes. */
export const plotWidth = 1_000;
const footHeight = 42;
const titleHeight = 18;
const timeTitle = 'Time since the start';
const bandHeight = 30;
/** The minimum distance of band numbers, as a share of the width, on a phone. */
const leastBandGap = 0.06;

export interface Band {
  /** From 0 to 1, from the left. */
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** A picture along time, or along another quantity that has a title. */
export interface ChartProps {
  /** Letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly xTitle?: string;
  readonly yTitle?: string;
  /** The height of the plot in px. */
  readonly height: number;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly bands?: readonly Band[];
  /** Shapes that are stretched with the page: x from 0 to `plotWidth`, y in px. */
  readonly children?: ComponentChildren;
  /** Shapes and texts that keep their form: x in percent, y in px. */
  readonly overlay?: ComponentChildren;
}

/**
 * A chart as inline SVG. Its width follows the page; texts, lines and markers keep their size, so that it is readable on
 * a phone too.
 */
export function Chart(props: ChartProps): VNode {
  const { id, title, description, height, xTicks, yTicks, yTitle, bands = [] } = props;
  const top = yTitle === undefined ? 0 : titleHeight;
  const head = top + (bands.length === 0 ? 8 : bandHeight);
  return (
    <svg
      class="chart"
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      width="100%"
      height={head + height + footHeight}
    >
      <title id={`${id}-title`}>{visibleLine(title)}</title>
      <desc id={`${id}-description`}>{visibleLine(description)}</desc>
      <svg
        aria-hidden="true"
        class="plot"
        y={head}
        width="100%"
        height={height}
        viewBox={`0 0 ${plotWidth} ${height}`}
        preserveAspectRatio="none"
      >
        {bands.map(({ from, to }, index) => (
          <rect
            class={index % 2 === 0 ? 'band' : 'band odd'}
            x={px(from * plotWidth)}
            width={px(Math.max(0, to - from) * plotWidth)}
            height={height}
          />
        ))}
        {yTicks.map(({ at }) => (
          <path class="grid" d={`M0 ${px(at)}H${plotWidth}`} />
        ))}
        {props.children}
      </svg>
      <BandNumbers bands={bands} top={top} />
      {yTitle === undefined ? null : (
        <text class="axis-title" x="-8" y={12}>
          {yTitle}
        </text>
      )}
      <text class="axis-title end" x="100%" y={head + height + 36}>
        {props.xTitle ?? timeTitle}
      </text>
      {yTicks.map(({ at, label }) => (
        <text class="tick end" x="-8" y={px(head + at + 4)}>
          {label}
        </text>
      ))}
      {xTicks.map(({ at, label }) => (
        <>
          <line class="axis" x1={percent(at)} x2={percent(at)} y1={head + height} y2={head + height + 4} />
          <text class="tick middle" x={percent(at)} y={head + height + 18}>
            {label}
          </text>
        </>
      ))}
      <svg aria-hidden="true" class="overlay" y={head} width="100%" height={height}>
        {props.overlay}
      </svg>
    </svg>
  );
}

/** The numbers of the bands above the plot, moved apart to avoid overlaps, with lines to their bands. */
function BandNumbers({ bands, top }: { bands: readonly Band[]; top: number }): VNode {
  const wanted = bands.map(({ from, to }) => (from + to) / 2);
  const places = movedApart(wanted, leastBandGap);
  return (
    <>
      {bands.map(({ label }, index) => (
        <>
          <line
            class="lead"
            x1={percent(places[index] ?? 0)}
            x2={percent(wanted[index] ?? 0)}
            y1={top + 16}
            y2={top + bandHeight}
          />
          <text class="number middle" x={percent(places[index] ?? 0)} y={top + 12}>
            {label}
          </text>
        </>
      ))}
    </>
  );
}

/** Positions from 0 to 1 in the same order, at least `gap` apart if there is enough space. */
export function movedApart(wanted: readonly number[], gap: number): number[] {
  const least = Math.min(gap, 1 / Math.max(1, wanted.length - 1));
  const places: number[] = [];
  for (const place of wanted) {
    places.push(Math.max(place, (places.at(-1) ?? Number.NEGATIVE_INFINITY) + least));
  }
  let limit = 1;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    limit = Math.min(places[index] ?? limit, limit);
    places[index] = Math.max(0, limit);
    limit -= least;
  }
  return places;
}

/** A coordinate with at most two decimals. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function percent(place: number): string {
  return `${px(place * 100)}%`;
}
