import { SecretSearch, type SoughtSecret } from '../artifact-scan/secret-search.ts';
import type { PlanLimitProgress } from '../runner/plan-limit-progress.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import type { Screen } from './terminal.ts';

/** What ends the lines of a command: `exitStatus`, and what that command found. */
export interface ResultLine {
  readonly type: 'result';
  readonly exitStatus: number;
}

/** Stands for an event that held a key: what was written can't be taken back, as a file can. */
interface WithheldLine {
  readonly type: 'withheld';
  /** The type of that event. */
  readonly event: string;
}

/** Writes events for other programs (`--json`): one JSON object a line, and nothing else. */
export interface EventLines {
  write(event: RunEvent | PlanLimitProgress | ResultLine): void;
}

/** @param secrets which the events should not hold any more: each line is searched once more all the same */
export function eventLines(output: Screen, secrets: readonly SoughtSecret[]): EventLines {
  const search = new SecretSearch(secrets);
  return {
    write: (event) => {
      const line = JSON.stringify(event);
      const withheld: WithheldLine = { type: 'withheld', event: event.type };
      output.write(`${search.findInText(line) === null ? line : JSON.stringify(withheld)}\n`);
    },
  };
}
