import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ModuleError, moduleError, placeOfError } from './config-module-error.ts';
import type { Placed } from './placed-document.ts';
import { placedValue } from './placed-value.ts';
import { toolName } from './tool-version.ts';

/**
 * Reads a configuration that a program makes: the default export of a JavaScript or TypeScript module, which is an
 * object or a promise of one, or a function without arguments that returns either. One that ends the process ends it
 * with 2: a run that was not made must not pass for one.
 *
 * @param path absolute, of a file that is there
 * @param patienceMs how long it may take
 * @throws {ModuleError} where the module can't be read, throws, takes too long, or exports nothing.
 */
export async function readConfigModule(path: string, patienceMs = 30_000): Promise<Placed<null>> {
  let overdue: NodeJS.Timeout | undefined;
  // Without it a promise that never settles would end the process with a status of Node.js.
  const patience = new Promise<never>((_, reject) => {
    overdue = setTimeout(() => reject(new ModuleError('it does not come to an end', null)), patienceMs);
  });
  const ended = () => {
    process.stderr.write(`${toolName}: ${basename(path)}: it ends the process\n`);
    process.exitCode = 2;
  };
  process.once('exit', ended);
  try {
    return await Promise.race([evaluated(path), patience]);
  } finally {
    process.off('exit', ended);
    clearTimeout(overdue);
  }
}

async function evaluated(path: string): Promise<Placed<null>> {
  try {
    const native = isReadByNode(path) ? await importedNatively(path) : null;
    if (native !== null) {
      return await contentOf(native);
    }
    const { withModuleRunner } = await import('./config-module-runner.ts');
    return await withModuleRunner(path, contentOf);
  } catch (error) {
    throw error instanceof ModuleError ? error : await moduleError(error, dirname(path));
  }
}

/**
 * Whether Node.js reads it by itself in every version: no TypeScript, and no ES module in a `.js` file, which is one
 * only where the package says so.
 */
function isReadByNode(path: string): boolean {
  return (
    path.endsWith('.mjs') ||
    (path.endsWith('.js') && !/^\s*(?:export\b|import\b(?!\s*[(.]))/m.test(readFileSync(path, 'utf8')))
  );
}

/** `null` where it has a mistake of which Node.js does not tell the place. */
async function importedNatively(path: string): Promise<object | null> {
  try {
    const module: object = await import(pathToFileURL(path).href);
    return module;
  } catch (error) {
    if (error instanceof SyntaxError && placeOfError(error) === null) {
      return null;
    }
    throw error;
  }
}

async function contentOf(module: object): Promise<Placed<null>> {
  if (!('default' in module) || module.default === undefined) {
    throw new ModuleError('it has no default export: write export default { … }', null);
  }
  const exported: unknown = module.default;
  return placedValue(await (typeof exported === 'function' ? exported() : exported));
}
