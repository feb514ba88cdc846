import type { Screen } from '../../src/cli/terminal.ts';

/** A screen that keeps what is written. */
export interface RecordingScreen extends Screen {
  readonly written: string[];
}

/** A screen of 80 columns. */
export function recordingScreen(isTerminal: boolean, columns = 80): RecordingScreen {
  const written: string[] = [];
  const keep = (text: string): void => {
    written.push(text);
  };
  return {
    written,
    write: keep,
    writeVerbatim: keep,
    isTerminal,
    columns: () => columns,
    color: false,
  };
}
