import type { VNode } from 'preact';
import { Line } from '../report/html/parts.tsx';
import { RateBars } from '../report/html/plan-limit-pictures.tsx';
import { explanationText, grantText } from '../report/plan-limit-text.ts';
import { counted, numberText } from '../report/words.ts';
import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';

/** One key of each plan; more would not fit the page. */
const keysShown = 4;
const chartHeight = 30;

/** Each measured key in a few lines, with the chart of the report in small. */
export function PlanLimitFigures({ records }: { records: readonly PlanLimitRecord[] }): VNode {
  const shown = records.slice(0, keysShown);
  return records.length === 0 ? (
    <p>Not measured.</p>
  ) : (
    <>
      <p class="note">
        With the requests per second of the measurement: admitted above the line, refused with 429 below.
        {records.length > shown.length
          ? ` ${counted(records.length - shown.length, 'more key')} in report.json.`
          : ''}
      </p>
      <div class="plans">
        {shown.map((record) => (
          <PlanLimit record={record} />
        ))}
      </div>
    </>
  );
}

function PlanLimit({ record }: { record: PlanLimitRecord }): VNode {
  const { perMinute, perDay } = record;
  return (
    <div>
      <p>
        <strong>
          <Line text={record.plan} maximum={24} />
        </strong>
        , {numberText(perMinute)} per minute and {numberText(perDay)} per day:{' '}
        <Line text={resultText(record)} maximum={200} />.
      </p>
      <svg
        class="rate"
        aria-hidden="true"
        width="100%"
        height={chartHeight}
        viewBox={`0 0 1000 ${chartHeight}`}
        preserveAspectRatio="none"
      >
        <RateBars record={record} height={chartHeight} />
      </svg>
    </div>
  );
}

/** That a permitted limiter explains the measurement goes without saying on a certificate. */
function resultText(record: PlanLimitRecord): string {
  const isExplained = record.explainedBy.length > 0;
  return isExplained ? grantText(record) : `${grantText(record)}; ${explanationText(record)}`;
}
