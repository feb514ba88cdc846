// Runs the script of "load export k6" by three instances of a real k6, one per execution segment, on the reference
// implementation with and without faults, and merges their logs.
// node scripts/try-k6.mjs, after npm run build. Needs k6 1.x on the PATH: go install go.k6.io/k6@latest
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultNamed, startReferenceImplementation } from '../dist/reference-impl/index.js';

const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'try-k6-'));
const segments = ['0:1/3', '1/3:2/3', '2/3:1'];
/** k6 escapes the lines in each format of its log in another way. */
const formats = ['raw', 'json', 'text'];

const open = ['--rate', '150', '--duration', '4s', '--warmup', '1s'];
const closed = ['--connections', '6', '--duration', '4s', '--ramp', '1s', '--max-creations', '100000'];
const tries = [
  { name: 'conforming, open loop', load: open, status: 0, says: /^Sample: .* No violation/s },
  { name: 'conforming, closed loop', load: closed, status: 0, says: /^Sample: .* No violation/s },
  {
    name: 'an objective that no service meets',
    load: [...open, '--objective', 'p50<1us'],
    status: 1,
    k6: 99,
    says: /objective is missed/s,
  },
  ...[
    ['created-id-as-text', 'responses/schema'],
    ['list-sometimes-doubles', 'list/unique-ids'],
    ['every-ninth-list-401', 'auth/valid-key-accepted'],
    ['no-remaining-on-creation', 'rate/headers-present'],
  ].map(([fault, requirement]) => ({
    name: `${fault} (${requirement})`,
    fault,
    load: open,
    status: 1,
    says: new RegExp(`^Sample: .*${requirement}`, 's'),
  })),
  {
    name: 'an instance is missing',
    load: open,
    change: (logs) => logs.slice(1),
    status: 3,
    says: /shard 1 of 3 is missing/,
  },
  {
    name: 'lines are missing',
    load: open,
    change: ([first, ...others]) => [
      first
        .split('\n')
        .filter((line, index) => index % 3 > 0 || !line.includes('"record":"x'))
        .join('\n'),
      ...others,
    ],
    status: 3,
    says: /of the exchanges that shard 1 of 3 logged are missing/,
  },
  {
    name: 'a log is cut off',
    load: open,
    change: ([first, ...others]) => [first.slice(0, first.length / 2), ...others],
    status: 3,
    says: /cut off|is incomplete|lacks lines/,
  },
  {
    name: 'the key is rejected',
    load: open,
    key: 'a-key-that-is-unknown-9c2e',
    k6: 108,
    status: 3,
    says: /the API key is rejected/,
  },
];

if (spawnSync('k6', ['version']).error !== undefined) {
  console.log('k6 is not on the PATH: nothing is tried.');
} else {
  const results = [];
  for (const one of tries) {
    results.push(await tried(one));
  }
  rmSync(folder, { recursive: true });
  process.exitCode = results.every((result) => result) ? 0 : 1;
}

/** Whether one load shows what it should; prints its report otherwise. */
async function tried({ name, fault, load, key, change = (logs) => logs, k6 = 0, status, says }) {
  const decorate = fault === undefined ? (parts) => parts : faultNamed(fault).apply;
  const service = await startReferenceImplementation({ decorate });
  const place = mkdtempSync(join(folder, 'load-'));
  try {
    const script = join(place, 'load.js');
    const options = [...load, '--beyond-limit', '--sample', '25%', '--seed', '7', '--out', script];
    command(['load', 'export', 'k6', service.baseUrl, ...options]);
    const apiKey = key ?? service.keys.enterprise;
    const ends = await Promise.all(
      segments.map((segment, index) => instance(script, segment, index, apiKey)),
    );
    const logs = change(ends.map(({ log }) => log)).map((log, index) => {
      const file = join(place, `${index}.log`);
      writeFileSync(file, log);
      return file;
    });
    const merged = command(['load', 'merge', ...logs, '--report-dir', join(place, 'report')]);
    const text = (merged.stdout + merged.stderr).replace(/\s+/g, ' ');
    const isRight =
      merged.status === status &&
      says.test(text) &&
      ends.every((end) => end.status === k6) &&
      !text.includes(apiKey);
    const seen = `k6 ended with ${ends.map((end) => end.status).join(', ')}, load merge with ${merged.status}`;
    const sample = sampleOf(join(place, 'report', 'report.json'));
    console.log(`${isRight ? 'passed' : 'FAILED'}  ${name}: ${seen}${sample}`);
    if (!isRight) {
      console.log(text);
    }
    return isRight;
  } finally {
    await service.close();
  }
}

function sampleOf(report) {
  try {
    const { load } = JSON.parse(readFileSync(report, 'utf8'));
    return load === null ? '' : `; ${load.sample.judged} of ${load.sample.requests} requests judged`;
  } catch {
    return '';
  }
}

function command(args) {
  return spawnSync(process.execPath, [main, ...args], { encoding: 'utf8', cwd: folder });
}

function instance(script, segment, index, apiKey) {
  const args = ['run', '--quiet', '--address', '', '--no-usage-report', '--log-format', formats[index]];
  const parts = ['--execution-segment', segment, '--execution-segment-sequence', '0,1/3,2/3,1'];
  const env = { ...process.env, ANIMAL_STORE_API_KEY: apiKey };
  const child = spawn('k6', [...args, ...parts, script], { env });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
  }
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, log })));
}
