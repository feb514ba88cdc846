import type { VNode } from 'preact';
import type { AcrossGap, AcrossRecord, GapBin } from '../../verdict/across-record.ts';
import type { Report } from '../report.ts';
import { acrossSection } from '../text-sections.ts';
import { counted, latencyText, numberText, timeText } from '../words.ts';
import { px } from './chart.tsx';
import { mirroredAxis, timeAxis } from './chart-axis.ts';
import { PlotBars } from './chart-marks.tsx';
import { type KeyEntry, Picture } from './chart-parts.tsx';
import { Block, Entries } from './parts.tsx';

export function Across({ report }: { report: Report }): VNode | null {
  const { across } = report;
  return across === null ? null : (
    <article class="card">
      <Entries sections={acrossSection(report)} />
      {across.gap === null || across.gap.requests === 0 ? null : <GapPicture gap={across.gap} />}
      <Output across={across} />
    </article>
  );
}

const height = 120;
const keys: readonly KeyEntry[] = [
  { style: 'admitted', shape: 'bar', text: 'served' },
  { style: 'sent', shape: 'bar', text: 'other response (below 0)' },
  { style: 'refused', shape: 'bar', text: 'no response (below 0)' },
];

/** The requests of the gap over time: served above a line, all others below it. */
function GapPicture({ gap }: { gap: AcrossGap }): VNode {
  const spanMs = Math.max(1, gap.endMs - gap.startMs);
  const stepMs = spanMs / Math.max(1, gap.bins.length);
  const time = timeAxis(0, spanMs);
  const lost = ({ refused, unanswered }: GapBin) => refused + unanswered;
  const most = (count: (bin: GapBin) => number) => Math.max(1, ...gap.bins.map(count));
  const counts = mirroredAxis(
    most(({ served }) => served),
    most(lost),
    height,
  );
  const base = counts.place(0);
  const bins = gap.bins.map((bin, index) => ({ ...bin, fromMs: index * stepMs, toMs: (index + 1) * stepMs }));
  const geometry = { bins, time, up: counts };
  return (
    <Picture
      caption="Responses while the command ran"
      keys={keys}
      id="across-gap"
      title="Requests served and not served while the command ran"
      description={`${counted(gap.requests, 'request')}, ${numberText(gap.served)} of them served.`}
      yTitle="Requests"
      xTitle="Time since the start of the command"
      height={height}
      xTicks={time.ticks}
      yTicks={counts.ticks}
      table={{
        columns: ['From', 'Until', 'Served', 'Other response', 'No response'],
        rows: bins.map(({ fromMs, toMs, served, refused, unanswered }) => [
          latencyText(fromMs),
          latencyText(toMs),
          numberText(served),
          numberText(refused),
          numberText(unanswered),
        ]),
      }}
    >
      <PlotBars {...geometry} value={({ served }) => served} style="admitted" />
      <PlotBars {...geometry} value={(bin) => -lost(bin)} style="sent" />
      <PlotBars {...geometry} value={({ unanswered }) => -unanswered} style="refused" />
      <path class="line zero" d={`M0 ${px(base)}H1000`} />
    </Picture>
  );
}

function Output({ across: { command } }: { across: AcrossRecord }): VNode | null {
  return command === null || command.output === '' ? null : (
    <details>
      <summary>Output of the command, started at {timeText(command.startedAt)}</summary>
      {command.outputCut === 0 ? null : (
        <p class="note">The first {numberText(command.outputCut)} bytes are omitted.</p>
      )}
      <Block text={command.output} maximum={20_000} />
    </details>
  );
}
