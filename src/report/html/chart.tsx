import { max, min, ticks as roundValues } from 'd3-array';
import { line } from 'd3-shape';
import type { VNode } from 'preact';
import { numberText, tickText, visibleLine } from '../words.ts';

/** The figures of a span of time, in ms. */
export interface ChartRow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** One figure of every row. */
export interface Series<Row extends ChartRow> {
  /** Its style, as in `chart.css`. */
  readonly style: string;
  readonly shape: 'line' | 'bar' | 'dot' | 'cross';
  /** Its name in the key. */
  readonly text: string;
  /** The heading of its column in the table. */
  readonly column: string;
  /** The value of a row: negative ones are drawn downwards, `null` interrupts a line. */
  readonly value: (row: Row) => number | null;
}

/** A span of time above which a number or a word stands. */
export interface Band extends ChartRow {
  readonly label: string;
}

export interface ChartProps<Row extends ChartRow> {
  /** Letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The quantity on the vertical axis. */
  readonly unit: string;
  readonly rows: readonly Row[];
  readonly series: readonly Series<Row>[];
  /** A value as a reader sees it, in the table and beside the axis. */
  readonly written?: (value: number) => string;
  readonly limit?: { readonly value: number; readonly text: string } | null;
  readonly bands?: readonly Band[];
}

/** The width of the coordinate system of shapes that are stretched with the page. */
const plotWidth = 1_000;
const plotHeight = 160;
const headHeight = 40;
const footHeight = 42;
/** The narrowest band with a number, as a share of the width, on a phone. */
const leastBandNumbered = 0.03;

/**
 * A chart as inline SVG. Its width follows the page; texts, lines and markers keep their size, so that it is readable
 * on a phone too.
 */
export function Chart<Row extends ChartRow>(props: ChartProps<Row>): VNode {
  const { id, title, description, unit, rows, series, limit = null, bands = [], written = tickText } = props;
  const shown = [...rows, ...bands];
  const fromMs = min(shown, (row) => row.fromMs) ?? 0;
  const toMs = Math.max(max(shown, (row) => row.toMs) ?? 0, fromMs + 1);
  const across = scale([fromMs, toMs], [0, 1]);
  const heights = series.flatMap(({ value }) => rows.map(value).filter((height) => height !== null));
  const lowest = Math.min(0, min(heights) ?? 0) * 1.08;
  const highest = Math.max(1e-3, max(heights) ?? 0, limit?.value ?? 0) * 1.08;
  const up = scale([lowest, highest], [plotHeight - 2, 2]);
  const level = (value: number) => `M0 ${px(up(value))}H${plotWidth}`;
  const placed = bands.map((band) => ({ ...band, from: across(band.fromMs), to: across(band.toMs) }));
  const values = roundValues(lowest, highest, 4);
  const times = timeTicks(fromMs, toMs);
  const of = (...shapes: readonly Series<Row>['shape'][]) =>
    series.filter(({ shape }) => shapes.includes(shape));
  return (
    <svg
      class="chart"
      role="img"
      aria-labelledby={`${id}-title ${id}-description`}
      width="100%"
      height={headHeight + plotHeight + footHeight}
    >
      <title id={`${id}-title`}>{visibleLine(title)}</title>
      <desc id={`${id}-description`}>{visibleLine(description)}</desc>
      <svg
        aria-hidden="true"
        class="plot"
        y={headHeight}
        width="100%"
        height={plotHeight}
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
      >
        {placed.map(({ from, to }, index) => (
          <rect
            class={index % 2 === 0 ? 'band' : 'band odd'}
            x={px(from * plotWidth)}
            width={px(Math.max(0, to - from) * plotWidth)}
            height={plotHeight}
          />
        ))}
        {values.map((value) => (
          <path class="grid" d={level(value)} />
        ))}
        {of('bar').map(({ style, value }) => (
          <path class={`bars ${style}`} d={bars(rows, value, across, up)} />
        ))}
        {limit === null ? null : <path class="line limit" d={level(limit.value)} />}
        {lowest < 0 ? <path class="line zero" d={level(0)} /> : null}
        {of('line').map(({ style, value }) => (
          <path class={`line ${style}`} d={curve(rows, value, across, up)} />
        ))}
      </svg>
      {placed
        .filter(({ from, to }) => to - from >= leastBandNumbered)
        .map(({ from, to, label }) => (
          <text class="number middle" x={percent((from + to) / 2)} y={30}>
            {label}
          </text>
        ))}
      <text class="axis-title" x="-8" y={12}>
        {unit}
      </text>
      <text class="axis-title end" x="100%" y={headHeight + plotHeight + 36}>
        Time since the start
      </text>
      {values.map((value) => (
        <text class="tick end" x="-8" y={px(headHeight + up(value) + 4)}>
          {written(value)}
        </text>
      ))}
      {times.map(({ atMs, label }) => (
        <text class="tick middle" x={percent(across(atMs))} y={headHeight + plotHeight + 18}>
          {label}
        </text>
      ))}
      <svg aria-hidden="true" class="overlay" y={headHeight} width="100%" height={plotHeight}>
        {of('dot', 'cross').map((one) => (
          <Marks one={one} rows={rows} across={across} up={up} />
        ))}
      </svg>
    </svg>
  );
}

type Scale = (value: number) => number;

/** A linear scale; values out of range are clamped. */
function scale([from, to]: readonly [number, number], [start, end]: readonly [number, number]): Scale {
  return (value) => start + Math.min(1, Math.max(0, (value - from) / (to - from))) * (end - start);
}

function middle({ fromMs, toMs }: ChartRow): number {
  return (fromMs + toMs) / 2;
}

/** Bars from the zero line, each as wide as its span. */
function bars<Row extends ChartRow>(
  rows: readonly Row[],
  value: Series<Row>['value'],
  across: Scale,
  up: Scale,
): string {
  const left = (ms: number) => px(across(ms) * plotWidth);
  return rows
    .filter((row) => (value(row) ?? 0) !== 0)
    .map(
      (row) => `M${left(row.fromMs)} ${px(up(0))}V${px(up(value(row) ?? 0))}H${left(row.toMs)}V${px(up(0))}Z`,
    )
    .join('');
}

function curve<Row extends ChartRow>(
  rows: readonly Row[],
  value: Series<Row>['value'],
  across: Scale,
  up: Scale,
): string {
  const shape = line<Row>()
    .defined((row) => value(row) !== null)
    .x((row) => across(middle(row)) * plotWidth)
    .y((row) => up(value(row) ?? 0))
    .digits(2);
  return shape(rows) ?? '';
}

/** Marks of the rows that have a value: dots at their heights, crosses at 0. */
function Marks<Row extends ChartRow>(props: {
  one: Series<Row>;
  rows: readonly Row[];
  across: Scale;
  up: Scale;
}): VNode {
  const { one, rows, across, up } = props;
  const marked = rows.filter((row) => {
    const value = one.value(row);
    return value !== null && (one.shape === 'dot' || value !== 0);
  });
  return (
    <>
      {marked.map((row) =>
        one.shape === 'dot' ? (
          <circle
            class={`dot ${one.style}`}
            cx={percent(across(middle(row)))}
            cy={px(up(one.value(row) ?? 0))}
            r={2.5}
          />
        ) : (
          <svg aria-hidden="true" class="overlay" x={percent(across(middle(row)))} y={px(up(0))}>
            <path class="cross" d="M-4 -4L4 4M-4 4L4 -4" />
          </svg>
        ),
      )}
    </>
  );
}

/** Units of time, with the minimum span for each; in ms. */
const units: readonly { readonly from: number; readonly size: number; readonly name: string }[] = [
  { from: 10_800_000, size: 3_600_000, name: 'h' },
  { from: 600_000, size: 60_000, name: 'min' },
  { from: 2_000, size: 1_000, name: 's' },
];

function timeTicks(fromMs: number, toMs: number): { readonly atMs: number; readonly label: string }[] {
  const { size, name } = units.find(({ from }) => toMs - fromMs >= from) ?? { size: 1, name: 'ms' };
  return roundValues(fromMs / size, toMs / size, 4).map((value) => ({
    atMs: value * size,
    label: value === 0 ? '0' : `${numberText(value, 3)} ${name}`,
  }));
}

/** A coordinate with at most two decimals. */
function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function percent(place: number): string {
  return `${px(place * 100)}%`;
}
