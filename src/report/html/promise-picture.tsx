import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { type PromiseRow, resetRows, retryRows } from '../picture/promise-rows.ts';
import { spanOf } from '../picture/quota-bins.ts';
import { planLimitName } from '../plan-limit-text.ts';
import { durationText, latencyText } from '../words.ts';
import { percent } from './chart.tsx';
import { timeAxis } from './chart-axis.ts';
import { OutcomeMark, phaseBands } from './chart-marks.tsx';
import { Picture, type PictureTable } from './chart-parts.tsx';

const rowHeight = 34;

/**
 * The times announced by `Reset` and `Retry-After`, and the results of requests after them.
 *
 * @param props.id of the key's card; the picture's own begins with it
 */
export function PromisePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode | null {
  const rows = [...resetRows(record), ...retryRows(record)];
  const time = timeAxis(0, spanOf(record));
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
      description="A line from each announcement to the announced time, and a mark for the result of the first request after it. The table below has the figures."
      height={rows.length * rowHeight + 6}
      xTicks={time.ticks}
      yTicks={[]}
      bands={phaseBands(record, time.place)}
      overlay={rows.map((row, index) => (
        <PromiseLine row={row} y={index * rowHeight + 26} spanMs={spanOf(record)} />
      ))}
      table={promiseTable(rows, spanOf(record))}
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

/** A moment of the measurement: `61.3 s`, `21 min`. */
function momentText(atMs: number): string {
  return atMs < 600_000 ? latencyText(atMs) : durationText(atMs);
}

/** A time that was announced: remaining seconds, taken for a timestamp, are decades ago. */
function timeNamed(atMs: number, spanMs: number): string {
  if (Math.abs(atMs) <= 20 * spanMs + 600_000) {
    return momentText(atMs);
  }
  return atMs < 0 ? 'far in the past' : 'far in the future';
}

function promiseTable(rows: readonly PromiseRow[], spanMs: number): PictureTable {
  return {
    summary: 'Announced times as a table',
    columns: ['Header', 'Announced at', 'Announced time', 'Request at', 'Outcome'],
    rows: rows.map(({ field, announcedAtMs, promisedAtMs, retriedAtMs, outcome }) => [
      field,
      latencyText(announcedAtMs),
      timeNamed(promisedAtMs, spanMs),
      latencyText(retriedAtMs),
      outcome,
    ]),
  };
}
