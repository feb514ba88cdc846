import { foldRun as fold } from '../../src/report/fold.ts';
import type { Report } from '../../src/report/report.ts';
import { lightEvent } from '../../src/report/report-exchange.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';

/** The report of all events of a run. */
export function foldRun(events: Iterable<RunEvent>): Report {
  return fold(Array.from(events, lightEvent));
}
