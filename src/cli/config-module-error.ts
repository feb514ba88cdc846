import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { packageRoot } from '../package-root.ts';
import { visibleLine } from '../report/visible-text.ts';
import { DocumentError } from './document-error.ts';
import { type Place, placeIn } from './placed-document.ts';

const longestMessage = 200;

/** A place in a file of the user: its absolute path, and line and column from 1. */
interface FilePlace extends Place {
  readonly path: string;
}

/** Why a configuration module can't be read; the place may be in a file that it imports. */
export class ModuleError extends DocumentError<FilePlace> {
  override readonly name = 'ModuleError';
}

/**
 * The error that says in one line what a module threw, or why it can't be parsed.
 *
 * @param root the folder that the paths of compiled modules start from
 */
export async function moduleError(error: unknown, root: string): Promise<ModuleError> {
  if (error instanceof DocumentError) {
    return new ModuleError(error.message, null);
  }
  if (!(error instanceof Error)) {
    return new ModuleError(`it throws ${shortened(String(error))}`, null);
  }
  if ('id' in error && typeof error.id === 'string' && ('plugin' in error || 'frame' in error)) {
    return mistakeIn(existsSync(error.id) ? error.id : join(root, error.id), error);
  }
  const ofParser = placeOfParser(stackOf(error));
  if (ofParser !== null) {
    return new ModuleError(`this can't be compiled: ${shortened(error.message)}`, ofParser);
  }
  const missing = /^Failed to load url (\S+)/.exec(error.message)?.[1];
  if (missing !== undefined) {
    return new ModuleError(`it imports ${shortened(missing)}, which is not there`, null);
  }
  const isMissing = 'code' in error && /^(?:ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
  const message = shortened(error.message);
  return new ModuleError(isMissing ? message : `it throws ${error.name}: ${message}`, placeOfError(error));
}

function shortened(message: string): string {
  const [firstLine = ''] = message.split('\n');
  return visibleLine(firstLine).slice(0, longestMessage);
}

/** What the compiler found wrong in a file: its own message draws a picture. */
async function mistakeIn(path: string, error: Error): Promise<ModuleError> {
  const { parseSync } = await import('vite');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const [mistake] = parseSync(path, text).errors;
  return mistake === undefined
    ? new ModuleError(`this can't be compiled: ${shortened(stripVTControlCharacters(error.message))}`, null)
    : new ModuleError(`this can't be compiled: ${shortened(mistake.message)}`, {
        path,
        ...placeIn(text, mistake.labels[0]?.start ?? 0),
      });
}

/** Where in the user's files an error arose, by its stack; `null` where it names none of them. */
export function placeOfError(error: Error): FilePlace | null {
  const lines = stackOf(error);
  return placeOfParser(lines) ?? lines.map(placeOfFrame).find((place) => place !== null) ?? null;
}

function stackOf({ stack = '' }: Error): readonly string[] {
  return stack.split('\n');
}

/** Node.js puts the place of what it can't parse in front: the path, the line as it stands there, and a pointer. */
function placeOfParser([first = '', ...lines]: readonly string[]): FilePlace | null {
  const [, file, line] = /^((?:file:\/\/|\/).+):(\d+)$/.exec(first) ?? [];
  const pointer = lines.slice(0, 2).find((text) => /^\s*\^+$/.test(text));
  return file === undefined ? null : ofUser(file, Number(line), (pointer?.indexOf('^') ?? 0) + 1);
}

function placeOfFrame(frame: string): FilePlace | null {
  const [, file, line, column] = /^ +at (?:.*\()?((?:file:\/\/)?\/.+?):(\d+):(\d+)\)?$/.exec(frame) ?? [];
  return file === undefined ? null : ofUser(file, Number(line), Number(column));
}

function ofUser(file: string, line: number, column: number): FilePlace | null {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const own = ['dist', 'src'].some((folder) => path.startsWith(`${packageRoot()}${sep}${folder}${sep}`));
  return own || path.includes(`${sep}node_modules${sep}`) ? null : { path, line, column };
}
