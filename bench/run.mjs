// Where the time of a whole run goes: npm run bench. Seconds of this machine; compare shares within one run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReferenceImplementation } from '../dist/reference-impl/index.js';

const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const rounds = 5;

/** One whole run: its wall time and its phases, in ms. */
async function phasesOfOneRun() {
  const implementation = await startReferenceImplementation();
  const folder = mkdtempSync(join(tmpdir(), 'bench-run-'));
  const started = Date.now();
  const command = spawn(
    process.execPath,
    [main, 'run', implementation.baseUrl, '--report-dir', folder, '--seed', '1'],
    {
      env: { ...process.env, ANIMAL_STORE_API_KEY: implementation.keys.enterprise },
      stdio: 'ignore',
    },
  );
  await once(command, 'close');
  const ended = Date.now();
  await implementation.close();
  const events = readFileSync(join(folder, 'journal.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  const header = events.find(({ type }) => type === 'run-started').header;
  const exchanges = events.filter(({ type }) => type === 'exchange').map(({ exchange }) => exchange);
  const preflight = exchanges.filter(({ check }) => check === 'preflight');
  const suites = exchanges.filter(({ check }) => check !== 'preflight');
  const begun = Date.parse(header.startedAt);
  const finished = Date.parse(events.find(({ type }) => type === 'run-finished').finishedAt);
  const preflightEnd = preflight.at(-1).finishedAtMs;
  const suitesStart = suites[0].sentAtMs;
  const suitesEnd = Math.max(...suites.map(({ finishedAtMs }) => finishedAtMs));
  const answering = exchanges.reduce((sum, { sentAtMs, finishedAtMs }) => sum + finishedAtMs - sentAtMs, 0);
  return {
    'start of the command': begun - started,
    preflight: preflightEnd,
    'start of the test runner': suitesStart - preflightEnd,
    suites: suitesEnd - suitesStart,
    'end of the test runner': finished - begun - suitesEnd,
    'report and end': ended - finished,
    whole: ended - started,
    'requests under way (sum)': answering,
    requests: exchanges.length,
  };
}

const runs = [];
for (let round = 0; round < rounds; round += 1) {
  runs.push(await phasesOfOneRun());
}
console.log(`a normal run against the reference implementation, median of ${rounds} (ms)`);
for (const name of Object.keys(runs[0])) {
  const values = runs.map((run) => run[name]).sort((left, right) => left - right);
  console.log(`${name.padEnd(26)} ${values[Math.floor(rounds / 2)].toFixed(0).padStart(7)}`);
}
