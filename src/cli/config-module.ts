import { basename, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../package-root.ts';
import { visibleLine } from '../report/words.ts';
import { toolName } from './command.ts';
import type { Placed } from './placed-document.ts';
import { DocumentError, type FilePlace, placedValue } from './placed-value.ts';

const longestMessage = 200;

/**
 * Reads a configuration that a program makes: the default export of a JavaScript or TypeScript module, which is an
 * object or a promise of one, or a function without arguments that returns either. One that ends the process ends it
 * with 2: a run that was not made must not pass for one.
 *
 * @param path absolute, of a file that is there
 * @param patienceMs how long it may take
 * @throws {DocumentError} if the module can't be read, throws, times out, or exports nothing.
 */
export async function readConfigModule(path: string, patienceMs = 30_000): Promise<Placed> {
  let overdue: NodeJS.Timeout | undefined;
  // Without it a promise that never settles would end the process with a status of Node.js.
  const patience = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new DocumentError('it timed out', null)), patienceMs);
  });
  const ended = () => {
    process.stderr.write(`${toolName}: ${basename(path)}: it ends the process\n`);
    process.exitCode = 2;
  };
  process.once('exit', ended);
  try {
    return await Promise.race([evaluated(path), patience]);
  } catch (error) {
    throw error instanceof DocumentError ? error : moduleError(error);
  } finally {
    process.off('exit', ended);
    clearTimeout(overdue);
  }
}

/** jiti compiles in memory, on every version of Node.js. */
async function evaluated(path: string): Promise<Placed> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    tryNative: false,
    // Resolved even if this package is not installed there.
    virtualModules: { [toolName]: await import('../config-exports.ts') },
  });
  const module: unknown = await jiti.import(path);
  if (
    typeof module !== 'object' ||
    module === null ||
    !('default' in module) ||
    module.default === undefined
  ) {
    throw new DocumentError('it has no default export: write export default { … }', null);
  }
  const exported: unknown = module.default;
  return placedValue(await (typeof exported === 'function' ? exported() : exported));
}

function moduleError(error: unknown): DocumentError {
  if (!(error instanceof Error)) {
    return new DocumentError(`it throws ${shortened(String(error))}`, null);
  }
  const [, mistake, path = '', line, column] =
    /^ParseError: (.*?)\s*\n\s*(\/.+):(\d+):(\d+)\s*$/s.exec(error.message) ?? [];
  if (mistake !== undefined) {
    const place = { path, line: Number(line), column: Number(column) + 1 };
    return new DocumentError(`this can't be compiled: ${shortened(mistake)}`, place);
  }
  if ('code' in error && error.code === 'MODULE_NOT_FOUND') {
    const importer = /\n- (\/.+)/.exec(error.message)?.[1];
    return new DocumentError(
      shortened(error.message),
      importer === undefined ? null : { path: importer, line: 1 },
    );
  }
  return new DocumentError(`it throws ${error.name}: ${shortened(error.message)}`, placeOf(error));
}

function shortened(message: string): string {
  const [firstLine = ''] = message.split('\n');
  return visibleLine(firstLine).slice(0, longestMessage);
}

/** The first line of the user's files in a stack. */
function placeOf({ stack = '' }: Error): FilePlace | null {
  for (const frame of stack.split('\n')) {
    const [, file, line] = /^ +at (?:.*\()?((?:file:\/\/)?\/.+?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (file !== undefined) {
      const path = file.startsWith('file:') ? fileURLToPath(file) : file;
      const isOwn = ['dist', 'src'].some((folder) =>
        path.startsWith(`${packageRoot()}${sep}${folder}${sep}`),
      );
      if (!isOwn && !path.includes(`${sep}node_modules${sep}`)) {
        return { path, line: Number(line) };
      }
    }
  }
  return null;
}
