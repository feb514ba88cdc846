import { durationText } from '../report/number-text.ts';
import { counted } from '../report/words.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { PlannedMeasurement } from './run-plan.ts';

/** Says what a measurement of plan limits will send and how long it takes, before it begins. */
export function announceMeasurement(
  measurements: readonly PlannedMeasurement[],
  record: (event: RunEvent) => void,
): void {
  for (const { plan, cost } of measurements) {
    const { requests, refused, durationMs, day } = cost;
    const longer =
      day === null
        ? ''
        : `; the daily limit: about ${durationText(day.durationMs)} and ${counted(day.requests, 'request')} more`;
    const text = `${plan}: about ${durationText(durationMs)}, about ${counted(requests, 'request')}, ${refused} of them refused${longer}`;
    record({ type: 'preflight', step: { name: 'plan limits', outcome: 'good', text, remedy: null } });
  }
}
