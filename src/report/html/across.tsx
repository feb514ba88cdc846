import type { VNode } from 'preact';
import type { AcrossGap, AcrossRecord } from '../../verdict/across-record.ts';
import type { Report } from '../report.ts';
import { acrossSection } from '../text-sections.ts';
import { counted, numberText, tickText, timeText } from '../words.ts';
import { Block, Entries } from './parts.tsx';
import { Picture } from './picture.tsx';

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

/** The requests of the gap over time: served above a line, all others below it. */
function GapPicture({ gap }: { gap: AcrossGap }): VNode {
  const stepMs = Math.max(1, gap.endMs - gap.startMs) / Math.max(1, gap.bins.length);
  const rows = gap.bins.map((bin, index) => ({ ...bin, fromMs: index * stepMs, toMs: (index + 1) * stepMs }));
  return (
    <Picture
      id="across-gap"
      caption="Responses while the command ran"
      title="Requests served and not served while the command ran"
      description={`${counted(gap.requests, 'request')}, ${numberText(gap.served)} of them served.`}
      unit="Requests"
      rows={rows}
      written={(value) => tickText(Math.abs(value))}
      series={[
        {
          ...{ style: 'admitted', shape: 'bar', text: 'served', column: 'Served' },
          value: ({ served }) => served,
        },
        {
          ...{ style: 'sent', shape: 'bar', text: 'not served (below 0)', column: 'Not served' },
          value: ({ refused, unanswered }) => -(refused + unanswered),
        },
        {
          ...{ style: 'refused', shape: 'bar', text: 'without a response (below 0)', column: 'No response' },
          value: ({ unanswered }) => -unanswered,
        },
      ]}
    />
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
