import type { Program } from '../../src/cli/command.ts';
import type { Screen } from '../../src/cli/screen.ts';

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

/** A program with these screens, which does not end the process. */
export function programOn(
  output: Screen,
  messages: Screen,
  given: Partial<Pick<Program, 'crash' | 'currentFolder' | 'environment'>> = {},
): Program {
  return {
    output,
    messages,
    environment: {},
    currentFolder: '/',
    crash: { folder: null, secrets: new Set() },
    exit: () => {
      throw new Error('the process would have ended');
    },
    ...given,
  };
}
