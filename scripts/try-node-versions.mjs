// Runs the built program on the oldest version of Node.js that it supports and on each later one with long-term
// support or the newest features: a run with a configuration file, a load, and the library.
// npm run node-versions. Their binaries come from npm, for Linux on x64 and arm64; elsewhere nothing is tried.
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const versions = ['20.19', '22', '24', '26'];
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const main = join(dist, 'src', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'node-versions-'));

const configuration = 'effort: smoke\nseed: 9\n';

const program = `
import { verify } from ${JSON.stringify(pathToFileURL(join(dist, 'src', 'index.js')))};
import { startReferenceImplementation } from ${JSON.stringify(pathToFileURL(join(dist, 'reference-impl', 'index.js')))};
const { baseUrl, keys, close } = await startReferenceImplementation({});
const { verdict } = await verify({ baseUrl, apiKey: keys.enterprise, effort: 'smoke', only: 'list/*' });
await close();
process.exitCode = verdict === 'conformant' ? 0 : 1;
`;

function install() {
  const packages = versions.map((version) => `node-${version}@npm:node-linux-${process.arch}@${version}`);
  writeFileSync(join(folder, 'package.json'), '{}');
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: folder, stdio: 'inherit' });
}

/** Whether one command of a version ends with status 0, or in a way that is accepted; prints its output otherwise. */
async function succeeds(version, name, args, isAccepted = () => false) {
  const node = join(folder, 'node_modules', `node-${version}`, 'bin', 'node');
  const failure = await new Promise((resolve) => {
    execFile(node, args, { cwd: folder, encoding: 'utf8', timeout: 120_000 }, (error, stdout, stderr) => {
      resolve(error === null || isAccepted(error.code) ? null : `${stdout}${stderr}`);
    });
  });
  console.log(`Node.js ${version}, ${name}: ${failure === null ? 'passed' : `failed\n${failure}`}`);
  return failure === null;
}

/** On a busy machine a load may be invalid, and says nothing of the service: but the version made it and reported it. */
function isInvalidLoad(version, status) {
  const { load, internalErrors } = JSON.parse(
    readFileSync(join(folder, `load-${version}`, 'report.json'), 'utf8'),
  );
  return status === 3 && internalErrors.length === 0 && load.requests > 0 && load.invalid !== null;
}

async function tried(version) {
  const load = ['load', '--reference', '--duration', '1s', '--report-dir', `load-${version}`];
  return [
    await succeeds(version, 'run', [main, 'run', '--reference', '--report-dir', `run-${version}`]),
    await succeeds(version, 'load', [main, ...load], (status) => isInvalidLoad(version, status)),
    await succeeds(version, 'library', ['library.mjs']),
  ];
}

if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
  console.log('Other versions of Node.js are tried on Linux only.');
} else {
  try {
    install();
    writeFileSync(join(folder, 'conformance.config.yaml'), configuration);
    writeFileSync(join(folder, 'library.mjs'), program);
    const results = (await Promise.all(versions.map(tried))).flat();
    process.exitCode = results.every(Boolean) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
