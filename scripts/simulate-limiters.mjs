// Measures simulated limiters, correct and broken, in virtual time, and writes docs/plan-limit-simulation.md and .json:
// node scripts/simulate-limiters.mjs [--workers N]. A part of them (--only <part of a name>, --of correct|shared-key|broken|places,
// --part I/N) replaces its figures in the JSON and writes both anew. With --every <n>th run or --seed <n> (one run, all of
// it; with --limit 60, 300 or 1000) it prints what it found and writes nothing.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { givenOptions, noneOf, notWhole, refuse } from './given-options.mjs';

const root = new URL('..', import.meta.url);
const json = new URL('docs/plan-limit-simulation.json', root);
const placesJson = new URL('docs/plan-limit-simulation-places.json', root);
const values = givenOptions(
  'node scripts/simulate-limiters.mjs [--only NAME] [--of SORT] [--part I/N] [--workers N] [--every N] [--seed N [--limit N] [--foreign RATE]]',
  {
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    of: { type: 'string' },
    part: { type: 'string', default: '1/1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    limit: { type: 'string', default: '60' },
    foreign: { type: 'string', default: '0' },
  },
  (given) =>
    noneOf(given, 'of', ['correct', 'shared-key', 'broken', 'places']) ??
    noneOf(given, 'limit', ['60', '300', '1000']) ??
    noneOf(given, 'foreign', ['0', '0.1', '0.5', '2']) ??
    notWhole(given, ['seed']) ??
    notWhole(given, ['every', 'workers'], 1) ??
    (/^[1-9]\d*\/[1-9]\d*$/.test(given.part)
      ? undefined
      : `--part ${given.part}: it is as 1/4, the first of four`),
);
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
  const { publishedSeries } = await simulation('table/published-series.js');
  const [part, parts] = values.part.split('/').map(Number);
  const wanted = publishedSeries
    .map((series, index) => ({ series, index }))
    .filter(({ series }) => series.limiter.name.includes(values.only ?? ''))
    .filter(({ series }) => values.of === undefined || values.of === sortOf(series))
    .filter((_, position) => position % parts === part - 1);
  if (wanted.length === 0 && values.of !== 'places') {
    refuse(`--only, --of, --part: no limiter is called like "${values.only ?? ''}"`);
  }
  const tallies = new Map();
  const queue = wanted.map(({ index }) => index);
  const workers = Math.min(Number(values.workers), queue.length);
  await Promise.all(Array.from({ length: workers }, () => work(queue, tallies)));
  const measured = wanted.map(({ index }) => tallies.get(index));
  const { publishedTable } = await simulation('table/published-table.js');
  const { shortcomings } = await simulation('table/shortcomings.js');
  const places = isOfPlaces() ? await tallyOfPlaces() : JSON.parse(readFileSync(placesJson, 'utf8'));
  if (values.every === '1') {
    writeFileSync(placesJson, `${JSON.stringify(places, null, 2)}\n`);
    const all = published(publishedSeries, measured);
    writeFileSync(json, `[\n${all.map((tally) => JSON.stringify(tally)).join(',\n')}\n]\n`);
    writeFileSync(new URL('docs/plan-limit-simulation.md', root), publishedTable(all, places));
  }
  console.log(publishedTable(measured, places));
  const wrong = shortcomings(measured);
  for (const line of wrong) {
    console.error(line);
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}

/** The requested part of a measurement of its own, or of all. */
function isOfPlaces() {
  return (
    values.of === 'places' || (values.of === undefined && values.only === undefined && values.part === '1/1')
  );
}

/** Bursts to several places: false positives, and the detection rate. */
async function tallyOfPlaces() {
  const { correctRuns, placesCount, powerRuns, tallyPlaces, tallyPower } =
    await simulation('table/places.js');
  const every = Number(values.every);
  const falsePositives = await tallyPlaces(Math.ceil(correctRuns / every));
  const power = [await tallyPower(1, powerRuns, every), await tallyPower(placesCount, powerRuns, every)];
  return { falsePositives, power };
}

/** What is published already, with these in the place of their like; of series that are no longer made, nothing. */
function published(series, measured) {
  const sameSeries = (one, other) =>
    one.limiter === other.limiter &&
    one.perMinute === other.perMinute &&
    one.foreignPerSecond === other.foreignPerSecond;
  const known = readKnown();
  return series.flatMap(({ limiter, perMinute, foreignPerSecond }) => {
    const wanted = { limiter: limiter.name, perMinute, foreignPerSecond };
    return [...measured, ...known].find((tally) => sameSeries(tally, wanted)) ?? [];
  });
}

function readKnown() {
  try {
    return JSON.parse(readFileSync(json, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

function sortOf({ limiter, foreignPerSecond }) {
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
  const { publishedSeries } = await simulation('table/published-series.js');
  const { expectationOf, tally } = await simulation('table/tally.js');
  parentPort.on('message', async (index) => {
    if (index === null) {
      parentPort.close();
      return;
    }
    const series = publishedSeries[index];
    const runs = Math.ceil(series.runs / Number(values.every));
    const result = await tally({ ...series, runs }, expectationOf(series.limiter));
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
  const isBroken = brokenLimiters.includes(limiter);
  const { timeline, ...outcome } = await measureSimulated({
    limiter,
    perMinute: Number(values.limit),
    seed,
    conditions: isBroken ? 'plain' : 'any',
    foreignPerSecond: Number(values.foreign),
    dayQuota: isBroken && limiter.dayQuota,
    keys: isBroken ? limiter.keys : 'any',
  });
  for (let index = 0; index < timeline.length; index += 1) {
    const entry = timeline.at(index);
    const { sentAtMs, answeredAtMs, key, connection, operation, phase, status } = entry;
    const times = `${sentAtMs.toFixed(1)}..${answeredAtMs.toFixed(1)}`;
    const figures = `${entry.limit} ${entry.remaining} ${entry.reset} ${entry.retryAfterMs}`;
    console.log(`${index} ${times} key ${key} #${connection} ${phase} ${operation} ${status} ${figures}`);
  }
  console.log(limiter.name, JSON.stringify(outcome, null, 1));
}
