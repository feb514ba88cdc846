import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageName = 'animal-store-conformance';

interface Package {
  readonly root: string;
  readonly version: string;
}

let found: Package | undefined;

/**
 * The absolute path of the folder with this package's `package.json`, from source and from compiled files.
 *
 * @throws {Error} if no parent folder is the package.
 */
export function packageRoot(): string {
  return thisPackage().root;
}

/** The version of this package, e.g. `0.1.0`. */
export function packageVersion(): string {
  return thisPackage().version;
}

function thisPackage(): Package {
  found ??= findPackage(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function findPackage(start: string): Package {
  for (let folder = start; ; folder = dirname(folder)) {
    const version = versionIn(folder);
    if (version !== undefined) {
      return { root: folder, version };
    }
    if (folder === dirname(folder)) {
      throw new Error(
        `The package ${packageName} is incomplete: no package.json of that name above ${start}`,
      );
    }
  }
}

function versionIn(folder: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    return undefined;
  }
  const content: unknown = JSON.parse(text);
  if (typeof content !== 'object' || content === null || !('name' in content) || !('version' in content)) {
    return undefined;
  }
  return content.name === packageName && typeof content.version === 'string' ? content.version : undefined;
}
