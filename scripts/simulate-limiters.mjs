// Measures simulated limiters, correct and broken, in virtual time, and writes evidence/plan-limit-simulation.json:
// node scripts/simulate-limiters.mjs [--workers N]. A part of them (--only <part of a name>, --of correct|shared-key|broken|places,
// --every <n>th run) is only printed, as are all with another limit (--limit <requests>) or a shorter minute (--minute <seconds>),
// and one run with all its requests (--seed <n>).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { givenOptions, noneOf, notWhole, refuse } from './given-options.mjs';

const root = new URL('..', import.meta.url);
const evidence = new URL('evidence/', root);
const values = givenOptions(
  'node scripts/simulate-limiters.mjs [--only NAME] [--of SORT] [--workers N] [--every N] [--limit N] [--minute SECONDS] [--seed N [--foreign RATE] [--places N]]',
  {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    of: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    limit: { type: 'string' },
    minute: { type: 'string', default: '60' },
    foreign: { type: 'string', default: '0' },
    places: { type: 'string', default: '1' },
  },
  (given) =>
    noneOf(given, 'of', ['correct', 'shared-key', 'broken', 'places']) ??
    noneOf(given, 'foreign', ['0', '0.1', '0.5', '2']) ??
    notWhole(given, ['seed']) ??
    notWhole(given, ['every', 'workers', 'places', 'limit', 'minute'], 1),
);
const minuteMs = 1000 * Number(values.minute);
const compiled = isMainThread ? compile() : workerData;
const simulation = (path) => import(pathToFileURL(`${compiled}/tests/quota/simulation/${path}`).href);

if (!isMainThread) {
  await tallyOnDemand();
} else {
  process.on('exit', () => rmSync(compiled, { recursive: true }));
  if (values.seed !== undefined) {
    await showOne(Number(values.seed));
  } else {
    await tallyAll();
  }
}

/** The tests are in TypeScript and no part of dist/. Returns the folder, which finds the packages of this one. */
function compile() {
  const path = fileURLToPath(root);
  mkdirSync(`${path}node_modules/.cache`, { recursive: true });
  const folder = mkdtempSync(`${path}node_modules/.cache/simulate-limiters-`);
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }\n');
  const project = {
    extends: `${path}tsconfig.json`,
    compilerOptions: { noEmit: false, noCheck: true, outDir: folder, rootDir: path },
    include: [`${path}tests/quota/simulation/**/*.ts`],
    exclude: [`${path}tests/**/*.test.ts`],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(project));
  const compiler = `${path}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
  if (status !== 0) {
    process.exit(2);
  }
  return folder;
}

async function tallyAll() {
  const { allSeries } = await simulation('table/tally.js');
  const wanted = allSeries
    .map((series, index) => ({ series, index }))
    .filter(({ series }) => series.limiter.name.includes(values.only ?? ''))
    .filter(({ series }) => values.of === undefined || values.of === sortOf(series))
    .filter(({ series }) => values.limit === undefined || series.perMinute === 60);
  if (wanted.length === 0) {
    refuse(`--only, --of: no limiter is called like "${values.only ?? ''}"`);
  }
  const tallies = new Map();
  const queue = wanted.map(({ index }) => index);
  const workers = Math.min(Number(values.workers), queue.length);
  await Promise.all(Array.from({ length: workers }, () => work(queue, tallies)));
  const measured = wanted.map(({ index }) => tallies.get(index));
  const { summary } = await simulation('table/summary.js');
  const { shortcomings } = await simulation('table/summary.js');
  const isWhole = [values.of, values.only, values.limit].every((part) => part === undefined);
  if (isWhole && values.every === '1' && values.minute === '60') {
    mkdirSync(evidence, { recursive: true });
    writeFileSync(new URL('plan-limit-simulation.json', evidence), JSON.stringify({ measured }, null, 1));
  }
  console.log(summary(measured));
  const wrong = shortcomings(measured);
  for (const line of wrong) {
    console.error(line);
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

function sortOf({ limiter, foreignPerSecond = 0, places = 1 }) {
  if (places > 1) {
    return 'places';
  }
  return 'reported' in limiter ? 'broken' : foreignPerSecond > 0 ? 'shared-key' : 'correct';
}

/** One thread, which takes the next series whenever it has finished one. */
function work(queue, tallies) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), {
      argv: process.argv.slice(2),
      workerData: compiled,
    });
    worker.on('error', reject);
    worker.on('exit', resolve);
    const next = () => {
      worker.postMessage(queue.shift() ?? null);
      if (process.stderr.isTTY) {
        process.stderr.write(`\r${queue.length} series left `);
      }
    };
    worker.on('message', ({ index, tally }) => {
      tallies.set(index, tally);
      next();
    });
    next();
  });
}

async function tallyOnDemand() {
  const { allSeries } = await simulation('table/tally.js');
  const { tally } = await simulation('table/tally.js');
  parentPort.on('message', async (index) => {
    if (index === null) {
      parentPort.close();
      return;
    }
    const series = allSeries[index];
    const runs = Math.ceil(series.runs / Number(values.every));
    const perMinute = Number(values.limit ?? series.perMinute);
    const result = await tally({ ...series, runs, perMinute, minuteMs });
    parentPort.postMessage({ index, tally: result });
  });
}

/** One measurement, with all that was found in it. */
async function showOne(seed) {
  const { correctLimiters, limitersInSteps } = await simulation('catalogue/correct-limiters.js');
  const { brokenLimiters } = await simulation('catalogue/broken-limiters.js');
  const { measureSimulated } = await simulation('simulated-measurement.js');
  const limiter = [...correctLimiters, ...limitersInSteps, ...brokenLimiters].find(({ name }) =>
    name.includes(values.only ?? ''),
  );
  if (limiter === undefined) {
    refuse(`--only: no limiter is called like "${values.only}"`);
  }
  const { timeline, ...outcome } = await measureSimulated({
    limiter,
    perMinute: Number(values.limit ?? 60),
    minuteMs,
    seed,
    foreignPerSecond: Number(values.foreign),
    places: Number(values.places),
  });
  for (const [index, entry] of timeline.entries()) {
    const { sentAtMs, answeredAtMs, key, connection, operation, phase, status } = entry;
    const times = `${sentAtMs.toFixed(1)}..${answeredAtMs.toFixed(1)}`;
    const figures = `${entry.limit} ${entry.remaining} ${entry.reset} ${entry.retryAfterMs}`;
    console.log(`${index} ${times} key ${key} #${connection} ${phase} ${operation} ${status} ${figures}`);
  }
  console.log(limiter.name, JSON.stringify(outcome, null, 1));
}
