import type { VNode } from 'preact';
import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import { costText, explanationText, grantText, overlapText, placeTexts } from '../plan-limit-text.ts';
import type { Report } from '../report.ts';
import { capitalised, latencyText, numberText } from '../words.ts';
import { FigureTable } from './chart-parts.tsx';
import { Line } from './parts.tsx';
import { AllowancePicture, PromisePicture, RatePicture } from './plan-limit-pictures.tsx';

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
          <RatePicture record={record} id={id} />
          <AllowancePicture record={record} id={id} />
          <PromisePicture record={record} id={id} />
          <Phases record={record} />
        </>
      ) : (
        <p class="note">See report.json for the values over time.</p>
      )}
    </article>
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
