import type { LoadTick } from '../load/load-plan.ts';
import type { PlanLimitProgress } from '../runner/plan-progress.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { inertJson } from './inert-text.ts';
import type { Screen } from './terminal.ts';

/** How a load stands, once a second; it is told and never recorded. */
interface LoadTickLine extends LoadTick {
  readonly type: 'load-tick';
}

/** The last line of a command that came to its end, and what it found. */
export interface ResultLine {
  readonly type: 'result';
  readonly exitStatus: number;
}

export type PrintedEvent = RunEvent | PlanLimitProgress | LoadTickLine;

/**
 * Writes events for other programs (`--output json`): one JSON object a line, and nothing else. The shapes are those of
 * docs/events.md.
 *
 * @param redactor masks what the events should not hold any more: they are looked through once more all the same
 */
export function eventLines(output: Screen, redactor: Redactor): (event: PrintedEvent | ResultLine) => void {
  return (event) =>
    output.writeVerbatim(`${inertJson(redactor.redactionOfAll(JSON.stringify(event)).text)}\n`);
}
