import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders of src. One may import from those of the lines above it; files beside them belong to no layer. */
const layers = `
  json files secrets
  exchange
  verdict
  waivers journal target artifact-scan
  arbitraries quota
  quota/judge
  quota/measure quota/wire
  watchers
  animals load report
  har explain compare attestation
  history
  suite
  run
  preflight
  load-run plan-limits
  restart
  verify
  recorded self-check
  replay
  cli
  library`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

const mayImportSuites = ['suite', 'verify'];
const mayImportReference = ['self-check', 'cli', ''];
const suitesMayNotImport = ['cli', 'library', 'report', 'journal'];

function folderOf(path: string): string {
  const folder = dirname(path);
  const deepest = layers
    .flat()
    .filter((layer) => folder === `src/${layer}` || folder.startsWith(`src/${layer}/`));
  return folder.startsWith('src') ? (deepest.at(-1) ?? '') : (folder.split('/')[0] ?? '');
}

function isAllowed(from: string, to: string): boolean {
  const [source, aim] = [folderOf(from), folderOf(to)];
  if (source === aim) {
    return true;
  }
  if (from.startsWith('reference-impl')) {
    return false;
  }
  if (to.startsWith('reference-impl')) {
    return mayImportReference.includes(source);
  }
  if (to.startsWith('suites')) {
    return /^suites\/(?:requirements|catalogue\/.*)\.ts$/.test(to) || mayImportSuites.includes(source);
  }
  if (from.startsWith('suites')) {
    return !suitesMayNotImport.includes(aim);
  }
  const line = (folder: string) => layers.findIndex((folders) => folders.includes(folder));
  return source === '' || aim === '' || line(aim) < line(source);
}

/** `from '…'`, `import('…')` and `import '…'`: of values and of types. */
const imported = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

test('every file imports only from the layers below its own', () => {
  const files = ['src', 'suites', 'reference-impl'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  const imports = files.flatMap((from) =>
    [...readFileSync(join(root, from), 'utf8').matchAll(imported)].map(([, to = '']) => ({
      from,
      to: relative(root, join(root, dirname(from), to)),
    })),
  );
  expect(imports.length).toBeGreaterThan(1_000);
  expect(imports.filter(({ from, to }) => !isAllowed(from, to))).toEqual([]);
});
