import type { RunEvent } from '../verdict/run-event.ts';
import type { ReportExchange } from './report.ts';
import { reportExchange } from './report-exchange.ts';

/** An event with no more of an exchange than a report keeps. */
export type LightEvent =
  | Exclude<RunEvent, { type: 'exchange' }>
  | { readonly type: 'exchange'; readonly exchange: ReportExchange; readonly touched: readonly string[] };

/** Leaves out of an event what no report keeps: a run of large bodies would not fit into memory with them. */
export function lightEvent(event: RunEvent): LightEvent {
  return event.type === 'exchange'
    ? { type: 'exchange', exchange: reportExchange(event.exchange), touched: event.touched }
    : event;
}

/** The same for all events of a run, one after the other. */
export function* lightEvents(events: Iterable<RunEvent>): Generator<LightEvent> {
  for (const event of events) {
    yield lightEvent(event);
  }
}
