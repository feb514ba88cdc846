// How a load grows with its workers: node bench/workers.mjs [rounds] (after npm run build). Each core carries one worker
// and one process of the target, so the target takes as much of a core from two workers as from one: one core with both,
// against two cores with two of each. Rounds alternate, and the best of each kind counts. Bare autocannon in the same
// places shows what two cores of this machine can reach: packets between them cost more than on one.

import { execFile, spawn, spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const key = 'key-of-the-bench-4f8a1c';
const here = fileURLToPath(import.meta.url);
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** The processes of a target: they share one port. */
function beTarget(processes) {
  cluster.setupPrimary({ exec: path('load-server.mjs'), args: [], silent: false });
  for (let count = 0; count < processes; count += 1) {
    cluster.fork();
  }
}

const onCores = (cores, command) => ['taskset', '-c', cores, ...command];

/** Runs this on as many cores as there are workers, beside as many processes of a target. */
async function beside(workers, measure) {
  const cores = workers === 1 ? '0' : '0,1';
  const [program, ...args] = onCores(cores, [process.execPath, here, 'target', String(workers)]);
  const target = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let ports = '';
  await new Promise((resolve) => {
    target.stdout.on('data', (text) => {
      ports += text;
      if (ports.trim().split('\n').length === workers) {
        resolve();
      }
    });
  });
  const measured = await measure(`http://127.0.0.1:${ports.split('\n')[0]}/v1`, cores);
  target.kill();
  return measured;
}

const connections = 40;

function load(workers) {
  return beside(workers, (baseUrl, cores) => {
    const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
    const [program, ...options] = onCores(cores, [
      ...[process.execPath, path('../dist/src/cli/main.js'), 'load', baseUrl, '--read-only'],
      ...['--workers', String(workers), '--connections', String(connections)],
      ...['--warmup', '2s', '--duration', '6s', '--report-dir', folder],
    ]);
    const ended = spawnSync(program, options, {
      encoding: 'utf8',
      env: { ...process.env, ANIMAL_STORE_API_KEY: key },
    });
    const { load: record } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    rmSync(folder, { recursive: true });
    if (record === null) {
      throw new Error(ended.stdout + ended.stderr);
    }
    return record.achievedRate;
  });
}

function bare(workers) {
  return beside(workers, async (baseUrl, cores) => {
    const share = String(connections / workers);
    const [program, ...options] = onCores(cores, [
      ...[process.execPath, path('load-bare.mjs'), baseUrl, share, '6', key, 'read-only'],
    ]);
    const rates = Array.from({ length: workers }, async () => {
      const { stdout } = await promisify(execFile)(program, options);
      return JSON.parse(stdout).rate;
    });
    return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
  });
}

async function compare(rounds) {
  const rates = [load, bare].map((measure) => ({ measure, one: [], two: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { measure, one, two } of rates) {
      one.push(await measure(1));
      two.push(await measure(2));
    }
  }
  console.log(`best of ${rounds}, load average ${loadavg()[0].toFixed(1)}:`);
  for (const { measure, ...of } of rates) {
    const [one, two] = [Math.max(...of.one), Math.max(...of.two)];
    const name = measure === load ? 'load, all watched' : 'bare autocannon';
    console.log(
      `  ${name.padEnd(18)} one core ${Math.round(one)}/s, two cores ${Math.round(two)}/s, ratio ${(two / one).toFixed(2)}`,
    );
  }
  console.log('  wanted: load 1.7');
}

if (process.argv[2] === 'target') {
  beTarget(Number(process.argv[3]));
} else {
  await compare(Number(process.argv[2] ?? 3));
}
