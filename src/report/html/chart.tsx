import type { ComponentChildren, VNode } from 'preact';
import { visibleLine } from '../words.ts';
import type { Tick } from './chart-axis.ts';

/** The width of the coordinate system of stretched shapes. */
export const plotWidth = 1_000;
const footHeight = 42;
const titleHeight = 18;
const timeTitle = 'Time since the start';
const bandHeight = 22;
/** The narrowest band with a number, as a share of the width, on a phone. */
const leastBandNumbered = 0.03;

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

/** The numbers of the bands above the plot; narrow bands have none, which would overlap. */
function BandNumbers({ bands, top }: { bands: readonly Band[]; top: number }): VNode {
  return (
    <>
      {bands
        .filter(({ from, to }) => to - from >= leastBandNumbered)
        .map(({ from, to, label }) => (
          <text class="number middle" x={percent((from + to) / 2)} y={top + 12}>
            {label}
          </text>
        ))}
    </>
  );
}

/** A coordinate with at most two decimals. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function percent(place: number): string {
  return `${px(place * 100)}%`;
}
