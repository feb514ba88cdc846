// Measures the time and memory of `load merge` with generated outcomes of many shards, as large as those of a long
// load. node bench/merge.mjs [shards] [seconds]
import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shardTag, tagOfLoad } from '../dist/src/history/tag.js';
import { LatencyHistograms } from '../dist/src/load/latency-histograms.js';
import { outcomeLines } from '../dist/src/load/shards/outcome-lines.js';
import { planDigest } from '../dist/src/load/shards/shard-plan.js';

const [shards = 100, seconds = 600] = process.argv.slice(2).map(Number);
// The largest --rate of a load is 100,000/s.
const perSecond = Math.min(500, 100_000 / shards);
const main = new URL('../dist/src/cli/main.js', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'bench-merge-'));
const startAtMs = Date.parse('2030-01-01T12:00:00Z');
const plan = {
  baseUrl: 'http://localhost:8080/v1',
  seed: 1,
  of: shards,
  startAtMs,
  load: {
    rate: shards * perSecond,
    connections: 10_000,
    durationMs: seconds * 1000,
    warmupMs: 0,
    rampMs: 0,
    mix: { list: 1, get: 1, create: 0 },
    timeoutMs: 10_000,
    maxCreations: 10_000,
  },
  objectives: ['p99<1s'],
  beyondLimit: true,
  plan: null,
  limit: null,
  minuteMs: 60_000,
  dayMs: 86_400_000,
  categoryIds: [],
  failOn: 'must',
  catalogue: 1,
  waivers: 'none',
  nameTemplate: null,
};
const digest = planDigest(plan);
const tag = tagOfLoad(digest);
const tool = { name: 'animal-store-conformance', version: '0.1.0' };

/** Log-normal latencies, as services have them. */
const latencyMs = () =>
  3 * Math.exp(Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()) * 0.8);

const body = JSON.stringify(
  Array.from({ length: 20 }, (_, id) => ({
    id,
    name: `Rex ${tag}${id}z`,
    categoryId: 1,
    status: 'available',
  })),
);
const exchange = (number) => ({
  type: 'event',
  event: {
    type: 'exchange',
    touched: ['responses/documented-status'],
    exchange: {
      number,
      check: 'load',
      startedAt: '2030-01-01T12:00:01.000Z',
      sentAtMs: 3_000,
      headersAtMs: 3_001,
      finishedAtMs: 3_002,
      connection: 1,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      request: {
        method: 'GET',
        target: '/pets',
        headers: [['Host', 'localhost']],
        body: null,
        credential: 'api-key',
      },
      response: {
        status: 200,
        headers: [['Content-Type', 'application/json']],
        body,
        bodyBytes: body.length,
        utf8: true,
        secretsEchoedIn: [],
      },
      failure: null,
    },
  },
});
const outcome = (requests) => ({
  requests,
  answered: requests,
  errors: 0,
  failed: 0,
  timedOut: 0,
  missed: 0,
});

const headerOf = (shard) => ({
  type: 'shard',
  version: 1,
  tool,
  shard,
  plan,
  tag: shardTag(tag, shard.index),
  run: {
    tool,
    baseUrl: plan.baseUrl,
    startedAt: new Date(startAtMs - 5_000).toISOString(),
    seed: 1,
    effort: 'normal',
    tag,
    command: 'npx animal-store-conformance load',
    failOn: 'must',
    kind: 'load',
    selected: ['responses/documented-status'],
  },
});

const total = perSecond * seconds;
const result = {
  type: 'result',
  load: {
    books: {
      outcomes: { listPets: outcome(total / 2), getPet: outcome(total / 2), createPet: outcome(0) },
      failures: {},
      missedStarts: 0,
      lateStarts: 0,
      latestStartMs: 1,
      created: 0,
      sentAgain: 0,
    },
    measuredMs: seconds * 1000,
    generator: {
      record: { eventLoopDelayP99Ms: 1, eventLoopDelayMaxMs: 2, cpuShare: 0.5 },
      busyShare: 0.6,
    },
    engines: ['undici'],
    notes: [],
    deviations: [],
    clock: { startedAtMs: startAtMs, setByMs: 0 },
    gone: null,
    heldBackTo: null,
  },
  sent: total,
  connections: 20,
  createdBefore: 0,
  touched: ['responses/documented-status'],
  ended: null,
  durationMs: seconds * 1000,
};

async function write(index, steps, cells) {
  const shard = { index, of: shards };
  const records = [
    headerOf(shard),
    result,
    ...cells,
    ...steps,
    ...Array.from({ length: 40 }, (_, number) => exchange(number + 1)),
    { type: 'end' },
  ];
  const file = createWriteStream(join(folder, `shard-${index + 1}-of-${shards}.ndjson`));
  for (const line of outcomeLines({ digest, shard }, records)) {
    file.write(`${line}\n`);
  }
  await new Promise((resolve) => file.end(resolve));
}

try {
  const histograms = await LatencyHistograms.create();
  const second = histograms.forOneSecond();
  const steps = [];
  for (let start = 0; start < seconds; start += 20) {
    const part = [];
    for (let at = start; at < Math.min(start + 20, seconds); at += 1) {
      second.reset();
      for (let count = 0; count < perSecond; count += 1) {
        const ms = latencyMs();
        second.recordValue(Math.max(1, Math.round(ms * 1000)));
        histograms.record(count % 2 === 0 ? 'listPets' : 'getPet', 200, ms);
      }
      part.push({
        second: at,
        started: perSecond,
        answered: perSecond,
        failed: 0,
        refused: 0,
        latencies: histograms.encode(second),
      });
    }
    steps.push({ type: 'steps', steps: part });
  }
  const cells = histograms.encodedCells.map((cell) => ({ type: 'latencies', ...cell }));
  for (let index = 0; index < shards; index += 1) {
    await write(index, steps, cells);
  }
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  const startedMs = performance.now();
  const timed = [
    '-f',
    '%M',
    process.execPath,
    main,
    'load',
    'merge',
    folder,
    '--report-dir',
    join(folder, 'report'),
  ];
  const { status, stdout, stderr } = spawnSync('/usr/bin/time', timed, { encoding: 'utf8' });
  const tookMs = Math.round(performance.now() - startedMs);
  const kilobytes = Number(stderr.trim().split('\n').at(-1));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  console.log(
    `${shards} shards of ${seconds} s, ${Math.round(bytes / 1024 / 1024)} MiB: ${tookMs} ms, ${Math.round(kilobytes / 1024)} MiB, status ${status}`,
  );
  if (status !== 0) {
    console.log(stdout, stderr);
  }
} finally {
  rmSync(folder, { recursive: true });
}
