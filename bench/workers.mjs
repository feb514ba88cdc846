// How a load grows with its workers: node bench/workers.mjs [rounds] (after npm run build). Each core carries one worker
// and one process of the target, so the target takes as much of a core from two workers as from one: one core with both,
// against two cores with two of each. Rounds alternate, and the best of each kind counts.

import { spawn, spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

async function rate(workers) {
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
  const folder = mkdtempSync(join(tmpdir(), 'bench-workers-'));
  const [loader, ...options] = onCores(cores, [
    ...[process.execPath, path('../dist/src/cli/main.js'), 'load'],
    ...[`http://127.0.0.1:${ports.split('\n')[0]}/v1`, '--read-only', '--workers', String(workers)],
    ...['--connections', '40', '--warmup', '2s', '--duration', '6s', '--report-dir', folder],
  ]);
  const ended = spawnSync(loader, options, {
    encoding: 'utf8',
    env: { ...process.env, ANIMAL_STORE_API_KEY: key },
  });
  target.kill();
  const { load } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  if (load === null) {
    throw new Error(ended.stdout + ended.stderr);
  }
  return load.achievedRate;
}

async function compare(rounds) {
  const rates = { one: [], two: [] };
  for (let round = 0; round < rounds; round += 1) {
    rates.one.push(await rate(1));
    rates.two.push(await rate(2));
  }
  const [one, two] = [Math.max(...rates.one), Math.max(...rates.two)];
  console.log(`workers, best of ${rounds}, load average ${loadavg()[0].toFixed(1)}:`);
  console.log(`  one worker on one core     ${Math.round(one)}/s`);
  console.log(`  two workers on two cores   ${Math.round(two)}/s`);
  console.log(`  ratio                      ${(two / one).toFixed(2)} (wanted: 1.7)`);
}

if (process.argv[2] === 'target') {
  beTarget(Number(process.argv[3]));
} else {
  await compare(Number(process.argv[2] ?? 3));
}
