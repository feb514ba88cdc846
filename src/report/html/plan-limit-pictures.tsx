import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { latencyText, numberText, rateText } from '../number-text.ts';
import { allowanceLeft } from '../picture/allowance-left.ts';
import { decimate, type Point } from '../picture/decimate.ts';
import { type PromiseRow, resetRows, retryRows } from '../picture/promise-rows.ts';
import { perSecond, type QuotaBin, quotaBins, spanOf } from '../picture/quota-bins.ts';
import { sane } from '../picture/sane-number.ts';
import { planLimitName } from '../plan-limit-text.ts';
import { type Band, Chart, percent, px } from './chart.tsx';
import { linearAxis, mirroredAxis, timeAxis } from './chart-axis.ts';
import { Dots, OutcomeMark, PlotBars, PlotLine, placesOf } from './chart-marks.tsx';
import { FoldedTable, Picture } from './chart-parts.tsx';

/** Bands beyond these have no room for their numbers. */
const bandsNumbered = 16;
const promiseRowHeight = 34;
const dotsShown = 200;

interface Props {
  readonly record: PlanLimitRecord;
  /** Of the key's card; the pictures' own begin with it. */
  readonly id: string;
}

/** Requests a second over time: sent and admitted above a line, refused below it. */
export function RatePicture({ record, id }: Props): VNode {
  const bins = quotaBins(record);
  const time = timeAxis(0, spanOf(record));
  const most = (count: (bin: QuotaBin) => number) =>
    bins.reduce((high, bin) => Math.max(high, perSecond(count(bin), bin)), 0);
  const rates = mirroredAxis(
    most(({ sent, admitted }) => Math.max(sent, admitted)),
    most(({ refused }) => refused),
    150,
  );
  const base = rates.place(0);
  const bars = (count: (bin: QuotaBin) => number, sign: 1 | -1) =>
    bins.map((bin) => ({
      from: time.place(bin.fromMs),
      to: time.place(bin.toMs),
      y: rates.place(sign * perSecond(count(bin), bin)),
    }));
  const others = bins.filter(({ other }) => other > 0);
  return (
    <Picture
      title="Requests a second"
      keys={[
        { style: 'sent', shape: 'bar', text: 'sent' },
        { style: 'admitted', shape: 'bar', text: 'admitted' },
        { style: 'refused', shape: 'bar', text: 'refused with 429, downwards' },
        ...(others.length > 0
          ? [{ style: '', shape: 'cross', text: 'another answer, or none' } as const]
          : []),
      ]}
      table={<RateTable bins={bins} />}
    >
      <Chart
        id={`${id}-rate`}
        title={`${planLimitName(record)}: requests sent, admitted and refused a second`}
        description={`${numberText(record.requests)} requests were sent, ${numberText(record.admitted)} admitted and ${numberText(record.refused)} refused. Heights are square roots of the rates. The table below has the figures.`}
        height={150}
        xTicks={time.ticks}
        yTicks={rates.ticks}
        bands={phaseBands(record, time.place)}
        overlay={others.map(({ fromMs, toMs }) => (
          <OutcomeMark at={time.place((fromMs + toMs) / 2)} y={base} outcome="refused" />
        ))}
      >
        <PlotBars bars={bars(({ sent }) => sent, 1)} base={base} style="sent" />
        <PlotBars bars={bars(({ admitted }) => admitted, 1)} base={base} style="admitted" />
        <PlotBars bars={bars(({ refused }) => refused, -1)} base={base} style="refused" />
        <path class="line zero" d={`M0 ${px(base)}H1000`} />
      </Chart>
    </Picture>
  );
}

/** What `Remaining` announced over time, beside what was left by the requests that were admitted. */
export function AllowancePicture({ record, id }: Props): VNode {
  const time = timeAxis(0, spanOf(record));
  const { limiter, points } = allowanceLeft(record);
  const announced = decimate(
    record.steps.flatMap(({ atMs, remaining }): Point[] =>
      remaining === null ? [] : [{ x: sane(atMs), y: sane(remaining) }],
    ),
    dotsShown,
  );
  const limit = sane(record.perMinute);
  const heights = [...points, ...announced].map(({ y }) => y);
  const lowest = heights.reduce((low, y) => Math.min(low, y), 0);
  const highest = heights.reduce((high, y) => Math.max(high, y), limit);
  const left = linearAxis(lowest * 1.25, highest * 1.08, 150);
  const atLimit = left.place(limit);
  const dots = placesOf(announced, time.place, left.place);
  return (
    <Picture
      title="Requests left"
      keys={[
        { style: 'announced', shape: 'dot', text: 'announced by X-RateLimit-Remaining' },
        {
          style: 'counted',
          shape: 'line',
          text:
            limiter === null
              ? 'the limit less what was admitted in the minute before'
              : `by our count, for a ${limiter}`,
        },
        { style: 'limit', shape: 'line', text: `the limit, ${numberText(limit)} a minute` },
      ]}
      note={
        lowest < 0
          ? 'Below 0 more was admitted within one minute than the plan has. Where windows meet, that alone is no violation.'
          : ''
      }
      table={<LeftTable record={record} announced={announced} />}
    >
      <Chart
        id={`${id}-left`}
        title={`${planLimitName(record)}: requests left, as announced and as counted`}
        description="A dot for each X-RateLimit-Remaining that was announced, a line for what was left by the requests admitted, a dashed line for the limit. The table below has the figures."
        height={150}
        xTicks={time.ticks}
        yTicks={left.ticks}
        bands={phaseBands(record, time.place)}
        overlay={
          <>
            <Dots places={dots} style="announced" />
            <Excess points={points} across={time.place} up={left.place} />
          </>
        }
      >
        <PlotLine places={placesOf(points, time.place, left.place)} style="counted" />
        <PlotLine
          places={[
            { at: 0, y: atLimit },
            { at: 1, y: atLimit },
          ]}
          style="limit"
        />
        <path class="line zero" d={`M0 ${px(left.place(0))}H1000`} />
      </Chart>
    </Picture>
  );
}

/** How much more than the limit was admitted within one minute, said where it was most. */
function Excess(props: {
  points: readonly Point[];
  across: (value: number) => number;
  up: (value: number) => number;
}): VNode | null {
  const deepest = props.points.reduce<Point>((low, point) => (point.y < low.y ? point : low), { x: 0, y: 0 });
  const at = props.across(deepest.x);
  return deepest.y < 0 ? (
    <text
      class={at > 0.5 ? 'label bad end' : 'label bad'}
      x={percent(at)}
      dx={at > 0.5 ? -8 : 8}
      y={px(props.up(deepest.y) - 6)}
    >
      {numberText(-deepest.y)} beyond the limit
    </text>
  ) : null;
}

/** The times that `Reset` and `Retry-After` named, and what was answered after them. */
export function PromisePicture({ record, id }: Props): VNode | null {
  const rows = [...resetRows(record), ...retryRows(record)];
  const time = timeAxis(0, spanOf(record));
  return rows.length === 0 ? null : (
    <Picture
      title="What Reset and Retry-After promised"
      keys={[
        { style: 'announced', shape: 'line', text: 'from the announcement to the time it names' },
        { style: 'admitted', shape: 'mark', text: 'the first request after it, admitted' },
        { style: '', shape: 'cross', text: 'refused' },
        { style: 'open', shape: 'mark', text: 'nothing was asked then' },
      ]}
      table={<PromiseTable rows={rows} spanMs={spanOf(record)} />}
    >
      <Chart
        id={`${id}-promises`}
        title={`${planLimitName(record)}: the times that Reset and Retry-After named`}
        description="A line for each promise, from its announcement to the time it names, and a mark for what the first request after it brought. The table below has the figures."
        height={rows.length * promiseRowHeight + 6}
        xTicks={time.ticks}
        yTicks={[]}
        bands={phaseBands(record, time.place)}
        overlay={rows.map((row, index) => (
          <PromiseLine row={row} y={index * promiseRowHeight + 26} spanMs={spanOf(record)} />
        ))}
      />
    </Picture>
  );
}

function PromiseLine({ row, y, spanMs }: { row: PromiseRow; y: number; spanMs: number }): VNode {
  const { place } = timeAxis(0, spanMs);
  const from = place(row.announcedAtMs);
  const to = place(row.promisedAtMs);
  return (
    <>
      <text class="label" x={4} y={y - 9}>
        {promiseText(row, spanMs)}
      </text>
      <line class="line announced" x1={percent(from)} x2={percent(to)} y1={y} y2={y} />
      <line class="line announced" x1={percent(to)} x2={percent(to)} y1={y - 5} y2={y + 5} />
      <OutcomeMark at={place(row.askedAtMs ?? row.promisedAtMs)} y={y} outcome={row.outcome} />
    </>
  );
}

function promiseText({ field, promisedAtMs, askedAtMs, outcome }: PromiseRow, spanMs: number): string {
  const came = askedAtMs === null ? outcome : `${outcome} at ${latencyText(askedAtMs)}`;
  return `${field} → ${timeNamed(promisedAtMs, spanMs)}: ${came}`;
}

/** A time that was announced: seconds to go, taken for a timestamp, are decades ago. */
function timeNamed(atMs: number, spanMs: number): string {
  if (Math.abs(atMs) <= 20 * spanMs + 600_000) {
    return latencyText(atMs);
  }
  return atMs < 0 ? 'far in the past' : 'far in the future';
}

function phaseBands({ phases }: PlanLimitRecord, place: (ms: number) => number): readonly Band[] {
  return phases.slice(0, bandsNumbered).map(({ fromMs, toMs }, index) => ({
    from: place(sane(fromMs)),
    to: place(sane(toMs)),
    label: String(index + 1),
  }));
}

function RateTable({ bins }: { bins: readonly QuotaBin[] }): VNode {
  return (
    <FoldedTable
      summary="Requests a second as a table"
      columns={['From', 'Until', 'Sent', 'Admitted', 'Refused', 'Other', 'Sent a second']}
      rows={bins.map((bin) => [
        latencyText(bin.fromMs),
        latencyText(bin.toMs),
        numberText(bin.sent),
        numberText(bin.admitted),
        numberText(bin.refused),
        numberText(bin.other),
        rateText(perSecond(bin.sent, bin)),
      ])}
    />
  );
}

function LeftTable({ record, announced }: { record: PlanLimitRecord; announced: readonly Point[] }): VNode {
  const { points } = allowanceLeft(record);
  const countedAt = (ms: number) => points.findLast(({ x }) => x <= ms)?.y ?? record.perMinute;
  return (
    <FoldedTable
      summary="Requests left as a table"
      columns={['At', 'Announced', 'Counted']}
      rows={announced.map(({ x, y }) => [latencyText(x), numberText(y), numberText(countedAt(x))])}
    />
  );
}

function PromiseTable({ rows, spanMs }: { rows: readonly PromiseRow[]; spanMs: number }): VNode {
  return (
    <FoldedTable
      summary="Promises as a table"
      columns={['Header', 'Announced at', 'Time named', 'Asked at', 'Outcome']}
      rows={rows.map(({ field, announcedAtMs, promisedAtMs, askedAtMs, outcome }) => [
        field,
        latencyText(announcedAtMs),
        timeNamed(promisedAtMs, spanMs),
        latencyText(askedAtMs),
        outcome,
      ])}
    />
  );
}
