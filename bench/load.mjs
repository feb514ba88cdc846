// What watching every answer costs, and how punctual an open loop is: node bench/load.mjs (after npm run build).
// Generator and service each on a core of its own (taskset). Everything is compared within one run: the two loads of a
// round follow each other, in turn first, and the median of the ratios of the rounds counts, since the speed of a shared
// machine may double within a minute. Of the open loop the best round counts. What an idle
// process on the generator's core is late by stands beside what the open loop was late by.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 5);
const seconds = 3;
const connections = 50;
const key = 'key-of-the-bench-4f8a1c';
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
/** Programs of the system; the bench does without those that are not there. */
const tools = { pin: 'taskset', wrk: 'wrk' };
const canPin = spawnSync(tools.pin, ['--version']).status === 0;
const onCore = (core, command) => (canPin ? [tools.pin, '-c', String(core), ...command] : command);

async function startService(...args) {
  const [program, ...rest] = onCore(1, [process.execPath, path('load-server.mjs'), ...args.map(String)]);
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))));
  return { baseUrl: `http://127.0.0.1:${port}/v1`, end: () => child.kill() };
}

function run(command, options = {}) {
  const [program, ...rest] = onCore(0, command);
  const { stdout } = spawnSync(program, rest, { encoding: 'utf8', ...options });
  return stdout;
}

/** The record of a load by the built command. */
function load(baseUrl, ...args) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-load-'));
  run([process.execPath, path('../dist/src/cli/main.js'), 'load', baseUrl, '--report-dir', folder, ...args], {
    env: { ...process.env, ANIMAL_STORE_API_KEY: key },
  });
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  if (report.counts.MUST.failed + report.counts.SHOULD.warned > 0) {
    throw new Error('the load found deviations in a service that has none');
  }
  return report.load;
}

function closed(baseUrl, ...more) {
  // The seed of the bare one too: other lists take other times.
  const args = [
    '--seed',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--warmup',
    '1s',
    // A load that reaches its bound on creations ends before it was measured for long.
    '--max-creations',
    '10000000',
    ...more,
  ];
  const record = load(baseUrl, ...args);
  return {
    rate: record.achievedRate,
    cpuUs: (record.generator.cpuShare * record.durationMs * 1000) / record.requests,
  };
}

const bare = (baseUrl, mix) =>
  JSON.parse(
    run([process.execPath, path('load-bare.mjs'), baseUrl, String(connections), String(seconds), key, mix]),
  );

function wrk(baseUrl) {
  const found = /Requests\/sec:\s*([\d.]+)/.exec(
    run([
      tools.wrk,
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '-H',
      `Authorization: Bearer ${key}`,
      `${baseUrl}/pets`,
    ]) ?? '',
  );
  return found === null ? null : Number(found[1]);
}

/** What else kept the machine busy: without it no figure can be read. */
const busy = () => `load average ${loadavg()[0].toFixed(1)}`;
const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
const least = (values) => Math.min(...values);
const percent = (part, whole) => `${((part / whole) * 100).toFixed(1)} %`;

async function closedLoop() {
  const service = await startService();
  for (const [name, mix, args] of [
    ['list=70,get=20,create=10', 'all', []],
    ['read-only', 'read-only', ['--read-only']],
  ]) {
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const loads = [
        () => ({ theirs: bare(service.baseUrl, mix) }),
        () => ({ ours: closed(service.baseUrl, ...args) }),
      ];
      const [first, second] = round % 2 === 0 ? loads : loads.toReversed();
      pairs.push({ ...first(), ...second() });
    }
    const { theirs, ours } = pairs.reduce((one, other) => (other.ours.rate > one.ours.rate ? other : one));
    const byRate = pairs.map((pair) => pair.ours.rate / pair.theirs.rate);
    const byCpu = pairs.map((pair) => pair.theirs.cpuUs / pair.ours.cpuUs);
    console.log(
      `closed loop, ${name}, ${connections} connections, the quickest of ${rounds} rounds, ${busy()}:`,
    );
    console.log(
      `  bare autocannon      ${Math.round(theirs.rate)}/s, ${theirs.cpuUs.toFixed(1)} µs of CPU a request`,
    );
    console.log(
      `  load, all watched    ${Math.round(ours.rate)}/s, ${ours.cpuUs.toFixed(1)} µs of CPU a request`,
    );
    console.log(
      `  ratio                ${percent(median(byRate), 1)} (by CPU ${percent(median(byCpu), 1)}), medians of ${rounds} rounds; wanted: 80 %`,
    );
  }
  const scale = spawnSync(tools.wrk, ['-v']).error === undefined ? wrk(service.baseUrl) : null;
  console.log(scale === null ? 'wrk is not installed' : `wrk, lists only          ${Math.round(scale)}/s`);
  service.end();
}

/** Starts a thousand a second that do nothing: what the machine itself is late by. */
function floor() {
  const script = `let late = 0; let n = 0; const begin = performance.now();
    const step = () => { const now = performance.now();
      while (begin + n <= now) { late += now - begin - n > 2 ? 1 : 0; n += 1; }
      if (n < ${seconds * 1000}) setImmediate(step); else console.log(late / n); };
    step();`;
  return Number(run([process.execPath, '-e', script]));
}

async function openLoop() {
  const service = await startService(50);
  // While its own code is still being compiled, in the first three seconds, an open loop starts a few per cent late.
  const results = [];
  const idle = [];
  for (let round = 0; round < rounds; round += 1) {
    idle.push(floor());
    results.push(load(service.baseUrl, '--rate', '1000', '--duration', `${seconds}s`, '--warmup', '3s'));
  }
  service.end();
  const late = ({ lateStarts, missedStarts, requests }) => lateStarts / (requests + missedStarts);
  const [record] = results.toSorted((one, other) => late(one) - late(other));
  const { percentilesMs } = record.latency;
  console.log(`open loop, 1,000 a second, a service that takes 50 ms, best of ${rounds}, ${busy()}:`);
  console.log(
    `  achieved of offered  ${percent(record.achievedRate, record.offeredRate)} (wanted: within 0.5 %)`,
  );
  console.log(
    `  starts within 2 ms   ${percent(1 - late(record), 1)} (wanted: 99 %; an idle process: ${percent(1 - least(idle), 1)})`,
  );
  console.log(
    `  50 ms measured as    p50 ${percentilesMs['50']} ms, p99 ${percentilesMs['99']} ms (wanted: within 2 ms)`,
  );
}

async function stall() {
  const service = await startService(0, 4);
  const record = load(service.baseUrl, '--rate', '1000', '--duration', '10s');
  service.end();
  console.log(`open loop, 1,000 a second for 10 s, of which the service stands still for one, ${busy()}:`);
  console.log(
    `  p99 ${record.latency.percentilesMs['99']} ms, longest ${record.latency.maxMs} ms, ${record.missedStarts} starts missed (wanted: p99 about 900 ms, a tenth of the starts having waited up to 1 s)`,
  );
}

await closedLoop();
await openLoop();
await stall();
