import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { perSecond, type QuotaBin, quotaBins, spanOf } from '../picture/quota-bins.ts';
import { planLimitName } from '../plan-limit-text.ts';
import { latencyText, numberText, rateText } from '../words.ts';
import { px } from './chart.tsx';
import { type Axis, mirroredAxis, timeAxis } from './chart-axis.ts';
import { OutcomeMark, PlotBars, phaseBands } from './chart-marks.tsx';
import { type KeyEntry, Picture, type PictureTable } from './chart-parts.tsx';

const height = 150;
const keys: readonly KeyEntry[] = [
  { style: 'sent', shape: 'bar', text: 'sent' },
  { style: 'admitted', shape: 'bar', text: 'admitted' },
  { style: 'refused', shape: 'bar', text: 'refused with 429 (below 0)' },
];
const otherKey: KeyEntry = { style: '', shape: 'cross', text: 'other response, or none' };

type Count = (bin: QuotaBin) => number;

/**
 * Requests per second over time: sent and admitted above a line, refused below it.
 *
 * @param props.id of the key's card; the picture's own begins with it
 */
export function RatePicture({ record, id }: { record: PlanLimitRecord; id: string }): VNode {
  const bins = quotaBins(record);
  const time = timeAxis(0, spanOf(record));
  const rates = ratesAxis(bins);
  const base = rates.place(0);
  const others = bins.filter(({ other }) => other > 0);
  return (
    <Picture
      caption="Requests per second"
      keys={others.length > 0 ? [...keys, otherKey] : keys}
      id={`${id}-rate`}
      title={`${planLimitName(record)}: requests sent, admitted and refused per second`}
      description={`${numberText(record.requests)} requests were sent, ${numberText(record.admitted)} admitted and ${numberText(record.refused)} refused. The table below has the figures.`}
      yTitle="Requests per second"
      height={height}
      xTicks={time.ticks}
      yTicks={rates.ticks}
      bands={phaseBands(record, time.place)}
      overlay={others.map(({ fromMs, toMs }) => (
        <OutcomeMark at={time.place((fromMs + toMs) / 2)} y={base} outcome="refused" />
      ))}
      table={rateTable(bins)}
    >
      <PlotBars bars={bars(bins, time, ({ sent }) => rates.place(sent))} base={base} style="sent" />
      <PlotBars
        bars={bars(bins, time, ({ admitted }) => rates.place(admitted))}
        base={base}
        style="admitted"
      />
      <PlotBars bars={bars(bins, time, ({ refused }) => rates.place(-refused))} base={base} style="refused" />
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

/** @param y the height of a bar, from a bin with counts in requests per second */
function bars(
  bins: readonly QuotaBin[],
  time: Axis,
  y: Count,
): readonly { readonly from: number; readonly to: number; readonly y: number }[] {
  return bins.map((bin) => ({
    from: time.place(bin.fromMs),
    to: time.place(bin.toMs),
    y: y({
      ...bin,
      sent: perSecond(bin.sent, bin),
      admitted: perSecond(bin.admitted, bin),
      refused: perSecond(bin.refused, bin),
    }),
  }));
}

function rateTable(bins: readonly QuotaBin[]): PictureTable {
  return {
    summary: 'Requests per second as a table',
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
  };
}
