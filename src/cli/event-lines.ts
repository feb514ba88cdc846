import type { LoadTick } from '../load/load-plan.ts';
import type { PlanLimitProgress } from '../runner/plan-limit-progress.ts';
import type { RunEvent } from '../verdict/run-event.ts';
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

/** What happens in a command: what is recorded, and how things stand in between. */
export type ToldEvent = RunEvent | PlanLimitProgress | LoadTickLine;

/** What writes events for other programs. */
export interface EventLines {
  write(event: ToldEvent | ResultLine): void;
  /** Whether any was withheld: the status is 3 then. */
  readonly withheld: boolean;
}

/**
 * Writes events for other programs (`--json`): one JSON object a line, and nothing else. The shapes are those of
 * docs/events.md.
 *
 * @param holdsSecret what was written can't be taken back as a file can: an event that holds one is withheld
 */
export function eventLines(output: Screen, holdsSecret: (text: string) => boolean): EventLines {
  let withheld = false;
  return {
    write: (event) => {
      const line = JSON.stringify(event);
      const isHeld = holdsSecret(line);
      withheld ||= isHeld;
      output.write(`${isHeld ? JSON.stringify({ type: 'withheld', event: event.type }) : line}\n`);
    },
    get withheld() {
      return withheld;
    },
  };
}
