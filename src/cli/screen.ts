import type { Writable } from 'node:stream';
import { visibleText } from '../report/words.ts';
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

/** The sequences that this program draws with: colours, clearing, moving up, hiding the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys is what is meant
const drawing = /(\r?\u001b\[(?:[\d;]{0,20}[mKJA]|\?25[lh]))/;

/** A possible command of GitHub Actions: `::` at the beginning of a line, after optional white space. */
const workflowCommand = /(^|\n)([^\S\n]*):(?=:)/g;
/** The commands of GitHub Actions today, anywhere in a line. */
const knownCommand =
  /::(?=(?:error|warning|notice|debug|group|endgroup|add-mask|set-output|save-state|stop-commands|add-matcher|remove-matcher|echo|set-env|add-path)\b)/gi;
/** Commands of Azure Pipelines, older GitHub runners and TeamCity. */
const bracketCommand = /##(?=[a-z]*\[)/gi;

/**
 * Makes text that may contain a service's output safe for a screen or a log: without terminal controls, and without
 * pipeline commands anywhere in a line.
 *
 * @param draws whether to keep this program's own colours and cursor movements
 */
export function inertText(text: string, draws: boolean): string {
  const parts = draws ? text.split(drawing) : [text];
  return parts.map((part, index) => (index % 2 === 1 ? part : inertPart(part))).join('');
}

function inertPart(part: string): string {
  return visibleText(part)
    .replace(workflowCommand, '$1$2: ')
    .replace(knownCommand, ': :')
    .replace(bracketCommand, '# #');
}

/** The same for a line of JSON, whose meaning stays the same, because only strings can contain such characters. */
export function inertJson(json: string): string {
  return json
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
      character
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    )
    .replace(knownCommand, ':\\u003a')
    .replace(bracketCommand, '#\\u0023');
}
