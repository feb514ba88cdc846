// Writes reports/sample/, the report of a run on the reference implementation with everything masked that differs
// from run to run: npm run build && node scripts/sample-report/write.mjs [--report-dir DIR]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { startReferenceImplementation } from '../../dist/reference-impl/index.js';
import { givenOptions } from '../given-options.mjs';
import { inOrderOfSending } from './in-order-of-sending.mjs';
import { maskedJournal } from './masked-journal.mjs';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const sampleFolder = fileURLToPath(new URL('../../reports/sample', import.meta.url));
const values = givenOptions('node scripts/sample-report/write.mjs [--report-dir DIR]', {
  'report-dir': { type: 'string' },
});
/** Every request of the run, masked too: as much again as all the rest, and nothing for readers of a page. */
const leftOut = ['traffic.har'];

const folder = mkdtempSync(join(tmpdir(), 'sample-report-'));
try {
  await verify(folder);
  const journal = join(folder, 'journal.ndjson');
  const lines = readFileSync(journal, 'utf8').trim().split('\n');
  const events = maskedJournal(lines.map((line) => JSON.parse(line)));
  writeFileSync(journal, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  if (values['report-dir'] === undefined) {
    rmSync(sampleFolder, { recursive: true, force: true });
  }
  const reportFolder = resolve(values['report-dir'] ?? sampleFolder);
  await command(['report', 'render', journal, '--report-dir', reportFolder]);
  for (const name of leftOut) {
    rmSync(join(reportFolder, name));
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Runs all suites but plan limits, whose measurement is a matter of times. */
async function verify(runFolder) {
  const { baseUrl, keys, revokedKey, close } = await startReferenceImplementation({
    clock: stoppedClock(),
    decorate: inOrderOfSending,
  });
  const plan = ['--plan', 'business'];
  const options = [...plan, '--revoked-key', revokedKey, '--seed', '42', '--report-dir', runFolder];
  try {
    await command(['run', baseUrl, ...options], { ANIMAL_STORE_API_KEY: keys.business });
  } finally {
    await close();
  }
}

/** Stands still from its first reading on: at the end of a minute `Remaining` would begin anew. */
function stoppedClock() {
  let nowMs;
  return {
    now() {
      nowMs ??= Date.now();
      return nowMs;
    },
  };
}

/** Runs the built command, with an environment that holds nothing of the caller's, in a folder without a configuration. */
async function command(args, environment = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, messages, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (status !== 0) {
    process.stderr.write(`${output}${messages}`);
    throw new Error(`${args[0]} ended with status ${status}`);
  }
}
