import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { type AllowanceLeft, allowanceLeft } from '../picture/allowance-left.ts';
import { decimate, type Point, sane, saneCount } from '../picture/decimate.ts';
import { spanOf } from '../picture/quota-bins.ts';
import { planLimitName } from '../plan-limit-text.ts';
import { latencyText, numberText } from '../words.ts';
import { percent, px } from './chart.tsx';
import { linearAxis, timeAxis } from './chart-axis.ts';
import { Dots, PlotLine, phaseBands, placesOf } from './chart-marks.tsx';
import { type KeyEntry, Picture, type PictureTable } from './chart-parts.tsx';

const height = 150;
const dotsShown = 200;
const belowNote =
  'Below 0, more requests were admitted within one minute than the plan grants. At a window edge, that is no violation.';

/**
 * `Remaining` over time, as announced and as counted from admitted requests.
 *
 * @param props.id of the key's card; the picture's own begins with it
 */
export function AllowancePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode {
  const limit = saneCount(record.perMinute);
  const counted = allowanceLeft(record);
  const announced = announcedPoints(record);
  const heights = [...counted.points, ...announced].map(({ y }) => y);
  const lowest = heights.reduce((low, y) => Math.min(low, y), 0);
  const highest = heights.reduce((high, y) => Math.max(high, y), limit);
  const left = linearAxis(lowest * 1.25, highest * 1.08, height);
  const time = timeAxis(0, spanOf(record));
  return (
    <Picture
      caption="Remaining quota"
      keys={keysOf(counted, limit)}
      note={lowest < 0 ? belowNote : null}
      id={`${id}-left`}
      title={`${planLimitName(record)}: remaining quota, announced and counted`}
      description="A dot for each announced X-RateLimit-Remaining, a line for the quota left after the admitted requests, a dashed line for the limit. The table below has the figures."
      yTitle="Requests left"
      height={height}
      xTicks={time.ticks}
      yTicks={left.ticks}
      bands={phaseBands(record, time.place)}
      overlay={
        <>
          <Dots places={placesOf(announced, time.place, left.place)} style="announced" />
          <Excess points={counted.points} across={time.place} up={left.place} />
        </>
      }
      table={leftTable(counted, announced, limit)}
    >
      <PlotLine places={placesOf(counted.points, time.place, left.place)} style="counted" />
      <path class="line limit" d={`M0 ${px(left.place(limit))}H1000`} />
      <path class="line zero" d={`M0 ${px(left.place(0))}H1000`} />
    </Picture>
  );
}

function announcedPoints({ steps }: PlanLimitRecord): readonly Point[] {
  const points = steps.flatMap(({ atMs, remaining }) =>
    remaining === null ? [] : [{ x: sane(atMs), y: sane(remaining) }],
  );
  return decimate(points, dotsShown);
}

function keysOf({ limiter }: AllowanceLeft, limit: number): readonly KeyEntry[] {
  const counted =
    limiter === null ? 'the limit minus requests admitted in the last minute' : `counted, for a ${limiter}`;
  return [
    { style: 'announced', shape: 'dot', text: 'announced by X-RateLimit-Remaining' },
    { style: 'counted', shape: 'line', text: counted },
    { style: 'limit', shape: 'line', text: `limit, ${numberText(limit)} per minute` },
  ];
}

/** The excess over the limit within one minute, labelled at its maximum. */
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

function leftTable(counted: AllowanceLeft, announced: readonly Point[], limit: number): PictureTable {
  const countedAt = (ms: number) => counted.points.findLast(({ x }) => x <= ms)?.y ?? limit;
  return {
    summary: 'Remaining quota as a table',
    columns: ['At', 'Announced', 'Counted'],
    rows: announced.map(({ x, y }) => [latencyText(x), numberText(y), numberText(countedAt(x))]),
  };
}
