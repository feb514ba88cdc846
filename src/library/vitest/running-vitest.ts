import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Vitest = typeof import('vitest');

/** With Vitest 3.2, these tests never ended. */
const firstMajor = 4;

/**
 * The Vitest that runs the tests of this process or thread. This package may find another one: a project may have
 * another version, and some package managers give each package a separate copy, which does not have the tests.
 *
 * @throws {Error} if it is older than Vitest 4.
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

/** The Vitest that contains a file, else the one that it resolves, or `null`. */
function foundFrom(file: string): { readonly entry: string; readonly version: string } | null {
  try {
    const manifest = createRequire(realpathSync(file)).resolve('vitest/package.json');
    const { module: entry, version } = JSON.parse(readFileSync(manifest, 'utf8'));
    return { entry: join(dirname(manifest), String(entry)), version: String(version) };
  } catch {
    return null;
  }
}
