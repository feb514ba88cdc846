import type { Screen } from '../../src/cli/terminal.ts';

/** A screen that keeps what is written. */
export interface RecordingScreen extends Screen {
  readonly written: string[];
}

/** A screen of 80 columns. */
export function recordingScreen(isTerminal: boolean, columns = 80): RecordingScreen {
  const written: string[] = [];
  return {
    written,
    write: (text) => {
      written.push(text);
    },
    isTerminal,
    columns: () => columns,
    color: false,
  };
}
