import { existsSync, readFileSync } from 'node:fs';

/** The name of the package and of its command. */
export const toolName = 'animal-store-conformance';

/** The version in the package's own package.json. */
export const toolVersion: string = readVersion();

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    const file = new URL(path, import.meta.url);
    if (existsSync(file)) {
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (
        typeof content === 'object' &&
        content !== null &&
        'version' in content &&
        typeof content.version === 'string'
      ) {
        return content.version;
      }
    }
  }
  throw new Error('package.json of animal-store-conformance is missing');
}
