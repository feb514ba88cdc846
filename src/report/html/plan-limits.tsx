import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { perSecond, quotaBins } from '../picture/quota-bins.ts';
import {
  costText,
  explanationText,
  grantText,
  overlapText,
  placeTexts,
  planLimitName,
} from '../plan-limit-text.ts';
import type { Report } from '../report.ts';
import { capitalised, latencyText, numberText, tickText } from '../words.ts';
import type { Series } from './chart.tsx';
import { FigureTable } from './figure-table.tsx';
import { Line } from './parts.tsx';
import { Picture } from './picture.tsx';

/** The number of keys with charts, to limit the size of the page; others are described in text. */
const keysPictured = 4;
const maxKeysShown = 200;
const phasesShown = 40;

export function PlanLimits({ planLimits }: Report): VNode {
  const shown = planLimits.slice(0, maxKeysShown);
  return (
    <>
      {shown.map((record, index) => (
        <MeasuredKey record={record} id={`plan-limit-${index + 1}`} pictured={index < keysPictured} />
      ))}
      {planLimits.length > shown.length ? (
        <p class="note">And {numberText(planLimits.length - shown.length)} more, in report.json.</p>
      ) : null}
    </>
  );
}

function MeasuredKey(props: { record: PlanLimitRecord; id: string; pictured: boolean }): VNode {
  const { record, id } = props;
  return (
    <article class="card" id={id}>
      <h3>
        <Line text={record.plan} maximum={100} />{' '}
        <Line as="span" class="tag" text={record.key} maximum={24} />{' '}
        <span class="tag">{numberText(record.perMinute)} per minute</span>{' '}
        <span class="tag">{numberText(record.perDay)} per day</span>
      </h3>
      <p>
        <Line as="strong" text={sentence(grantText(record))} />{' '}
        <Line text={sentence(explanationText(record))} />
      </p>
      <Line as="p" class="about" text={`${sentence(overlapText(record))} ${sentence(costText(record))}`} />
      {placeTexts(record).map((text) => (
        <Line as="p" class="about" text={`${sentence(text)}`} />
      ))}
      {props.pictured ? (
        <>
          <PhaseNumbers record={record} />
          <Pictures record={record} id={id} />
          <Promises record={record} />
          <Phases record={record} />
        </>
      ) : (
        <p class="note">See report.json for the values over time.</p>
      )}
    </article>
  );
}

/** The maximum number of phases with a number in the pictures. */
const bandsNumbered = 16;

type Bin = ReturnType<typeof quotaBins>[number];

const counts: readonly Series<Bin>[] = [
  {
    ...{ style: 'sent', shape: 'bar', text: 'sent', column: 'Sent' },
    value: (bin) => perSecond(bin.sent, bin),
  },
  {
    ...{ style: 'admitted', shape: 'bar', text: 'admitted', column: 'Admitted' },
    value: (bin) => perSecond(bin.admitted, bin),
  },
  {
    ...{ style: 'refused', shape: 'bar', text: 'refused with 429 (below 0)', column: 'Refused' },
    value: (bin) => -perSecond(bin.refused, bin),
  },
  {
    ...{ style: '', shape: 'cross', text: 'other response, or none', column: 'Other' },
    value: (bin) => (bin.other === 0 ? null : perSecond(bin.other, bin)),
  },
];

const remaining: readonly Series<Bin>[] = [
  {
    ...{ style: 'counted', shape: 'line', text: 'the limit minus requests admitted in the last minute' },
    ...{ column: 'Counted', value: ({ left }) => left },
  },
  {
    ...{ style: 'announced', shape: 'dot', text: 'announced by X-RateLimit-Remaining' },
    ...{ column: 'Announced', value: (bin) => bin.remaining },
  },
];

const belowNote =
  'Below 0, more requests were admitted within one minute than the plan grants. At a window edge, that is no violation.';

function Pictures({ record, id }: { record: PlanLimitRecord; id: string }): VNode {
  const rows = quotaBins(record);
  const limit = record.perMinute;
  const bands = record.phases
    .slice(0, bandsNumbered)
    .map(({ fromMs, toMs }, index) => ({ fromMs, toMs, label: String(index + 1) }));
  return (
    <>
      <Picture
        id={`${id}-rate`}
        caption="Requests per second"
        title={`${planLimitName(record)}: requests sent, admitted and refused per second`}
        description={`${numberText(record.requests)} requests were sent, ${numberText(record.admitted)} admitted and ${numberText(record.refused)} refused.`}
        unit="Requests per second"
        rows={rows}
        bands={bands}
        written={(value) => tickText(Math.abs(value))}
        series={counts}
      />
      <Picture
        id={`${id}-left`}
        caption="Remaining quota"
        title={`${planLimitName(record)}: remaining quota`}
        description="A dot for each announced X-RateLimit-Remaining, a dashed line for the limit; a line for the quota left after the admitted requests, where no permitted limiter explains them."
        note={rows.some(({ left }) => (left ?? 0) < 0) ? belowNote : null}
        unit="Requests left"
        rows={rows}
        bands={bands}
        limit={{ value: limit, text: `limit, ${numberText(limit)} per minute` }}
        series={remaining}
      />
    </>
  );
}

const promisesShown = 12;

/** The times that `Retry-After` announced, and the results of the requests after them. */
function Promises({ record: { promises } }: { record: PlanLimitRecord }): VNode | null {
  const tried = promises.filter(({ retriedAtMs }) => retriedAtMs !== null).slice(0, promisesShown);
  return tried.length === 0 ? null : (
    <details>
      <summary>Retry-After as a table</summary>
      <FigureTable
        columns={['Refused at', 'Announced time', 'Request at', 'Outcome']}
        rows={tried.map(({ refusedAtMs, promisedAtMs, retriedAtMs, admitted }) => [
          latencyText(refusedAtMs),
          latencyText(promisedAtMs),
          latencyText(retriedAtMs),
          admitted === true ? 'admitted' : 'refused',
        ])}
      />
    </details>
  );
}

/** The phases that the charts number. */
function PhaseNumbers({ record: { phases } }: { record: PlanLimitRecord }): VNode | null {
  const names = phases.slice(0, phasesShown).map(({ name }, index) => `${index + 1} ${name}`);
  return names.length === 0 ? null : (
    <p class="note">
      Phases: <Line text={names.join(' · ')} />
    </p>
  );
}

function Phases({ record: { phases } }: { record: PlanLimitRecord }): VNode | null {
  return phases.length === 0 ? null : (
    <details>
      <summary>Phases as a table</summary>
      <FigureTable
        columns={['Phase', 'From', 'Until', 'Sent', 'Admitted', 'Refused']}
        rows={phases
          .slice(0, phasesShown)
          .map(({ name, fromMs, toMs, sent, admitted, refused }, index) => [
            `${index + 1} ${name}`,
            latencyText(fromMs),
            latencyText(toMs),
            numberText(sent),
            numberText(admitted),
            numberText(refused),
          ])}
      />
    </details>
  );
}

function sentence(clause: string): string {
  return `${capitalised(clause)}.`;
}
