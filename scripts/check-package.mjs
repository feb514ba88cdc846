// Packs the package and looks at it as those do who install it: publint at its manifest and files, and
// are-the-types-wrong at the types of each export, as Node.js and bundlers resolve them. Needs `npm run build` before.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const repository = fileURLToPath(new URL('..', import.meta.url));

// The package is for ES modules, and for a resolution that knows exports.
const resolutions = ['node16-esm', 'bundler'];

const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
try {
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: repository,
  });
  const [name = ''] = readdirSync(folder);
  const tarball = readFileSync(join(folder, name));
  const problems = [...(await problemsOfManifest(tarball)), ...(await problemsOfTypes(tarball))];
  console.log(problems.length === 0 ? 'The package and its types are right.' : problems.join('\n'));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

async function problemsOfManifest(tarball) {
  const { messages, pkg } = await publint({ pack: { tarball: toArrayBuffer(tarball) } });
  return messages.map((message) => `publint: ${message.type}: ${formatMessage(message, pkg)}`);
}

async function problemsOfTypes(tarball) {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  return (analysis.types === false ? [{ kind: 'NoTypes' }] : analysis.problems)
    .filter(({ resolutionKind = 'bundler' }) => resolutions.includes(resolutionKind))
    .map((problem) => `types: ${JSON.stringify(problem)}`);
}

function toArrayBuffer(buffer) {
  return buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
}
