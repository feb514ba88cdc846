// The share of a closed loop's CPU time that judging every answer takes: node bench/load-own-share.mjs (after npm run
// build). From a CPU profile of the generator, so that neither the service nor other processes of a shared machine
// change it: bench/load.mjs compares rates, which vary by tens of per cent where a core's speed does.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const key = 'key-of-the-bench-4f8a1c';
const sampleUs = 500;
/** The measured part of the profile, before its end, in µs: after the warm-up, and without the report. */
const span = { from: 8.5e6, to: 1.5e6 };

const service = spawn(process.execPath, [path('load-server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise((resolve) => service.stdout.once('data', (text) => resolve(Number(text))));
for (const [name, ...args] of [['list=70,get=20,create=10'], ['read-only', '--read-only']]) {
  const own = ownShare(profileOf(args));
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  console.log(
    `closed loop, ${name}: ${percent(own)} of the busy time judges and counts answers, ${percent(1 - own)} sends and parses (wanted: 80 %)`,
  );
}
service.kill();

/** The CPU profile of a load. */
function profileOf(args) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-own-share-'));
  const profiling = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${sampleUs}`];
  const load = ['load', `http://127.0.0.1:${port}/v1`, '--seed', '1', '--connections', '50'];
  const bounds = ['--warmup', '3s', '--duration', '8s', '--max-creations', '10000000'];
  const { status } = spawnSync(
    process.execPath,
    [
      ...profiling,
      path('../dist/src/cli/main.js'),
      ...load,
      ...bounds,
      '--report-dir',
      join(folder, 'r'),
      ...args,
    ],
    { env: { ...process.env, ANIMAL_STORE_API_KEY: key }, stdio: 'ignore' },
  );
  const profiles = readdirSync(folder)
    .filter((file) => file.endsWith('.cpuprofile'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
    .toSorted((one, other) => other.samples.length - one.samples.length);
  rmSync(folder, { recursive: true });
  if (status === 2 || profiles[0] === undefined) {
    throw new Error(`the load ended with status ${status}`);
  }
  return profiles[0];
}

/** The share of samples that are in our code or what it calls, of all that are not idle. */
function ownShare({ nodes, samples, timeDeltas, startTime, endTime }) {
  const ofNode = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const isOwn = new Map();
  const own = (id) => {
    if (id === undefined) {
      return false;
    }
    if (!isOwn.has(id)) {
      const { url } = ofNode.get(id).callFrame;
      isOwn.set(id, url.includes('/dist/src/') || own(parents.get(id)));
    }
    return isOwn.get(id);
  };
  let atUs = startTime;
  const times = { busy: 0, own: 0 };
  for (const [index, id] of samples.entries()) {
    atUs += timeDeltas[index];
    const isMeasured = atUs > endTime - span.from && atUs < endTime - span.to;
    if (isMeasured && ofNode.get(id).callFrame.functionName !== '(idle)') {
      times.busy += timeDeltas[index];
      times.own += own(id) ? timeDeltas[index] : 0;
    }
  }
  return times.own / times.busy;
}
