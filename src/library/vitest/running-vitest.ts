import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Vitest = typeof import('vitest');

/** Vitest 3.2 never came to an end with these tests when it was tried. */
const firstMajor = 4;

/**
 * The Vitest that runs the tests of this process or thread. It need not be the one that this package finds: a project may
 * have another version, and some package managers give each package a copy of its own, which knows nothing of the tests.
 *
 * @throws {Error} where it is older than Vitest 4.
 */
export async function runningVitest(): Promise<Vitest> {
  const [program = ''] = process.argv.slice(1);
  const running = foundFrom(program) ?? foundFrom(join(process.cwd(), 'package.json'));
  if (running === null) {
    return import('vitest');
  }
  if (Number.parseInt(running.version, 10) < firstMajor) {
    throw new Error(
      `animal-store-conformance/vitest needs Vitest ${firstMajor} or later, and these tests run in ${running.version}; update it, or use verify() of animal-store-conformance`,
    );
  }
  return import(pathToFileURL(running.entry).href);
}

/** The Vitest that a file belongs to, or else finds; `null` where it finds none. */
function foundFrom(file: string): { readonly entry: string; readonly version: string } | null {
  try {
    const manifest = createRequire(realpathSync(file)).resolve('vitest/package.json');
    const { module: entry, version } = JSON.parse(readFileSync(manifest, 'utf8'));
    return { entry: join(dirname(manifest), String(entry)), version: String(version) };
  } catch {
    return null;
  }
}
