import type { CrashRecord } from './internal-error.ts';
import type { Environment } from './settings.ts';
import type { Screen } from './terminal.ts';

/** What a command has of the process that it runs in. */
export interface Program {
  /** For what was asked for: the verdict, a catalogue. */
  readonly output: Screen;
  /** For everything else: progress, errors. */
  readonly messages: Screen;
  readonly environment: Environment;
  readonly currentFolder: string;
  readonly crash: CrashRecord;
  /** Ends the process at once. */
  readonly exit: (status: number) => never;
}
