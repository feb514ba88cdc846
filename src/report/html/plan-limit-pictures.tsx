import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { decimate, type Point } from '../picture/decimate.ts';
import {
  allowanceLeft,
  type PromiseRow,
  perSecond,
  type QuotaBin,
  quotaBins,
  resetRows,
  retryRows,
  spanOf,
} from '../picture/plan-limit-data.ts';
import { planLimitName } from '../plan-limit-text.ts';
import { durationText, latencyText, numberText, rateText } from '../words.ts';
import { percent, px } from './chart.tsx';
import { type Axis, linearAxis, mirroredAxis, timeAxis } from './chart-axis.ts';
import { Dots, OutcomeMark, PlotBars, PlotLine, phaseBands, placesOf } from './chart-marks.tsx';
import { type KeyEntry, Picture } from './chart-parts.tsx';

const height = 150;
const keys: readonly KeyEntry[] = [
  { style: 'sent', shape: 'bar', text: 'sent' },
  { style: 'admitted', shape: 'bar', text: 'admitted' },
  { style: 'refused', shape: 'bar', text: 'refused with 429 (below 0)' },
];
const otherKey: KeyEntry = { style: '', shape: 'cross', text: 'other response, or none' };

type Count = (bin: QuotaBin) => number;

/** Requests per second over time: sent and admitted above a line, refused below it. */
export function RatePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode {
  const bins = quotaBins(record);
  const time = timeAxis(0, spanOf(record));
  const rates = ratesAxis(bins);
  const base = rates.place(0);
  const geometry = { bins, time, up: rates };
  const others = bins.filter(({ other }) => other > 0);
  return (
    <Picture
      caption="Requests per second"
      keys={others.length > 0 ? [...keys, otherKey] : keys}
      id={`${id}-rate`}
      title={`${planLimitName(record)}: requests sent, admitted and refused per second`}
      description={`${numberText(record.requests)} requests were sent, ${numberText(record.admitted)} admitted and ${numberText(record.refused)} refused.`}
      yTitle="Requests per second"
      height={height}
      xTicks={time.ticks}
      yTicks={rates.ticks}
      bands={phaseBands(record, time.place)}
      overlay={others.map(({ fromMs, toMs }) => (
        <OutcomeMark at={time.place((fromMs + toMs) / 2)} y={base} outcome="refused" />
      ))}
      table={{
        columns: ['From', 'Until', 'Sent', 'Admitted', 'Refused', 'Other', 'Sent per second'],
        rows: bins.map((bin) => [
          latencyText(bin.fromMs),
          latencyText(bin.toMs),
          numberText(bin.sent),
          numberText(bin.admitted),
          numberText(bin.refused),
          numberText(bin.other),
          rateText(perSecond(bin.sent, bin)),
        ]),
      }}
    >
      <PlotBars {...geometry} value={(bin) => perSecond(bin.sent, bin)} style="sent" />
      <PlotBars {...geometry} value={(bin) => perSecond(bin.admitted, bin)} style="admitted" />
      <PlotBars {...geometry} value={(bin) => -perSecond(bin.refused, bin)} style="refused" />
      <path class="line zero" d={`M0 ${px(base)}H1000`} />
    </Picture>
  );
}

function ratesAxis(bins: readonly QuotaBin[]): Axis {
  const most = (count: Count) => bins.reduce((high, bin) => Math.max(high, perSecond(count(bin), bin)), 0);
  return mirroredAxis(
    most(({ sent, admitted }) => Math.max(sent, admitted)),
    most(({ refused }) => refused),
    height,
  );
}

const dotsShown = 200;
const belowNote =
  'Below 0, more requests were admitted within one minute than the plan grants. At a window edge, that is no violation.';

/** `Remaining` over time as announced; and as counted from admitted requests, where no permitted limiter explains it. */
export function AllowancePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode {
  const limit = record.perMinute;
  const counted = allowanceLeft(record);
  const isCounted = counted.length > 0;
  const countedAt = (ms: number) => numberText(counted.findLast(({ x }) => x <= ms)?.y ?? limit);
  const announced = announcedPoints(record);
  const heights = [...counted, ...announced].map(({ y }) => y);
  const lowest = heights.reduce((low, y) => Math.min(low, y), 0);
  const highest = heights.reduce((high, y) => Math.max(high, y), limit);
  const left = linearAxis(lowest * 1.25, highest * 1.08, height);
  const time = timeAxis(0, spanOf(record));
  return (
    <Picture
      caption="Remaining quota"
      keys={allowanceKeys(isCounted, limit)}
      note={lowest < 0 ? belowNote : null}
      id={`${id}-left`}
      title={`${planLimitName(record)}: remaining quota`}
      description="A dot for each announced X-RateLimit-Remaining, a dashed line for the limit; a line for the quota left after the admitted requests, where no permitted limiter explains them."
      yTitle="Requests left"
      height={height}
      xTicks={time.ticks}
      yTicks={left.ticks}
      bands={phaseBands(record, time.place)}
      overlay={
        <>
          <Dots places={placesOf(announced, time, left)} style="announced" />
          <Excess points={counted} time={time} left={left} />
        </>
      }
      table={{
        columns: ['At', 'Announced', ...(isCounted ? ['Counted'] : [])],
        rows: announced.map(({ x, y }) => [
          latencyText(x),
          numberText(y),
          ...(isCounted ? [countedAt(x)] : []),
        ]),
      }}
    >
      <PlotLine places={placesOf(counted, time, left)} style="counted" />
      <path class="line limit" d={`M0 ${px(left.place(limit))}H1000`} />
      <path class="line zero" d={`M0 ${px(left.place(0))}H1000`} />
    </Picture>
  );
}

function announcedPoints({ steps }: PlanLimitRecord): readonly Point[] {
  const points = steps.flatMap(({ atMs, remaining }) =>
    remaining === null ? [] : [{ x: atMs, y: remaining }],
  );
  return decimate(points, dotsShown);
}

function allowanceKeys(isCounted: boolean, limit: number): readonly KeyEntry[] {
  const counted = 'the limit minus requests admitted in the last minute';
  return [
    { style: 'announced', shape: 'dot', text: 'announced by X-RateLimit-Remaining' },
    ...(isCounted ? [{ style: 'counted', shape: 'line', text: counted } as const] : []),
    { style: 'limit', shape: 'line', text: `limit, ${numberText(limit)} per minute` },
  ];
}

/** The excess over the limit within one minute, labelled at its maximum. */
function Excess({ points, time, left }: { points: readonly Point[]; time: Axis; left: Axis }): VNode | null {
  const deepest = points.reduce<Point>((low, point) => (point.y < low.y ? point : low), { x: 0, y: 0 });
  const at = time.place(deepest.x);
  return deepest.y < 0 ? (
    <text
      class={at > 0.5 ? 'label bad end' : 'label bad'}
      x={percent(at)}
      dx={at > 0.5 ? -8 : 8}
      y={px(left.place(deepest.y) - 6)}
    >
      {numberText(-deepest.y)} beyond the limit
    </text>
  ) : null;
}

const rowHeight = 34;

/** The times announced by `Reset` and `Retry-After`, and the results of requests after them. */
export function PromisePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode | null {
  const rows = [...resetRows(record), ...retryRows(record)];
  const spanMs = spanOf(record);
  const time = timeAxis(0, spanMs);
  return rows.length === 0 ? null : (
    <Picture
      caption="Reset and Retry-After"
      keys={[
        { style: 'announced', shape: 'line', text: 'from the announcement to the announced time' },
        { style: 'admitted', shape: 'mark', text: 'the first request after it, admitted' },
        { style: '', shape: 'cross', text: 'refused' },
        { style: 'open', shape: 'mark', text: 'no request was sent then' },
      ]}
      id={`${id}-promises`}
      title={`${planLimitName(record)}: the times announced by Reset and Retry-After`}
      description="A line from each announcement to the announced time, and a mark for the result of the first request after it."
      height={rows.length * rowHeight + 6}
      xTicks={time.ticks}
      yTicks={[]}
      bands={phaseBands(record, time.place)}
      overlay={rows.map((row, index) => <PromiseLine row={row} y={index * rowHeight + 26} spanMs={spanMs} />)}
      table={{
        columns: ['Header', 'Announced at', 'Announced time', 'Request at', 'Outcome'],
        rows: rows.map(({ field, announcedAtMs, promisedAtMs, retriedAtMs, outcome }) => [
          field,
          latencyText(announcedAtMs),
          timeNamed(promisedAtMs, spanMs),
          latencyText(retriedAtMs),
          outcome,
        ]),
      }}
    />
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
      <OutcomeMark at={place(row.retriedAtMs ?? row.promisedAtMs)} y={y} outcome={row.outcome} />
    </>
  );
}

function promiseText({ field, promisedAtMs, retriedAtMs, outcome }: PromiseRow, spanMs: number): string {
  const received = retriedAtMs === null ? outcome : `${outcome} at ${momentText(retriedAtMs)}`;
  return `${field} → ${timeNamed(promisedAtMs, spanMs)}: ${received}`;
}

/** A time of the measurement: `61.3 s`, `21 min`. */
function momentText(atMs: number): string {
  return atMs < 600_000 ? latencyText(atMs) : durationText(atMs);
}

/** An announced time; remaining seconds, read as a timestamp, are decades ago. */
function timeNamed(atMs: number, spanMs: number): string {
  if (Math.abs(atMs) <= 20 * spanMs + 600_000) {
    return momentText(atMs);
  }
  return atMs < 0 ? 'far in the past' : 'far in the future';
}
