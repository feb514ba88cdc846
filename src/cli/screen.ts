import type { Writable } from 'node:stream';
import { inertText } from './inert-text.ts';
import type { Environment } from './settings/settings.ts';

export interface Screen {
  /** Writes a text that may contain data of a service, made inert (`inertText`). */
  write(text: string): void;
  /** Writes a text verbatim: pipeline commands of this program. */
  writeVerbatim(text: string): void;
  readonly isTerminal: boolean;
  /** Its width in characters; 80 if unknown. */
  columns(): number;
  readonly color: boolean;
}

/** What a screen needs of a stream; only a terminal has the last two. */
type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * A screen over a stream of the process. A reader that ends early (`| head`) is no error.
 *
 * @param onError called with any other error, such as that of a full disk
 */
export function screenOf(
  stream: OutputStream,
  environment: Environment,
  onError: (error: NodeJS.ErrnoException) => void = () => undefined,
): Screen {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code !== 'EPIPE') {
      onError(error);
    }
  });
  const writeVerbatim = (text: string): void => {
    if (open) {
      stream.write(text);
    }
  };
  const isTerminal = stream.isTTY === true;
  const color = wantsColor(environment, isTerminal);
  return {
    write: (text) => writeVerbatim(inertText(text, isTerminal || color)),
    writeVerbatim,
    isTerminal,
    columns: () => stream.columns || 80,
    color,
  };
}

/**
 * Whether to write in colour. As Node.js has it: `FORCE_COLOR` (unless `0` or `false`) beats `NO_COLOR` (unless
 * empty), which beats what the stream is.
 */
export function wantsColor(environment: Environment, isTerminal: boolean): boolean {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) {
    return forced !== '0' && forced !== 'false';
  }
  if ((environment['NO_COLOR'] ?? '') !== '') {
    return false;
  }
  return isTerminal && environment['TERM'] !== 'dumb';
}

/** Whether a person reads the screen: a terminal, but not in a build. */
function isAttended(screen: Screen, environment: Environment): boolean {
  const inBuild = (environment['CI'] ?? '') !== '' && environment['CI'] !== 'false';
  return screen.isTerminal && !inBuild;
}

export function canRedraw(screen: Screen, environment: Environment): boolean {
  return isAttended(screen, environment) && environment['TERM'] !== 'dumb';
}
