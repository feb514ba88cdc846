// Writes suites/costs.ts from real runs against the reference implementation. To be run after a change to what
// the checks send: npm run build && node scripts/measure-check-costs.mjs
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReferenceImplementation } from '../dist/reference-impl/index.js';
import { formatFiles } from './format-files.mjs';
import { givenOptions } from './given-options.mjs';

givenOptions('node scripts/measure-check-costs.mjs', {});
const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const seeds = { smoke: [1, 2], normal: [1, 2, 3, 4], thorough: [1] };
const efforts = Object.keys(seeds);
const costs = new Map();

for (const effort of efforts) {
  for (const seed of seeds[effort]) {
    for (const [name, cost] of await costsOfOneRun(effort, seed)) {
      const known =
        costs.get(name) ?? Object.fromEntries(efforts.map((each) => [each, { requests: 0, creations: 0 }]));
      known[effort].requests = Math.max(known[effort].requests, cost.requests);
      known[effort].creations = Math.max(known[effort].creations, cost.creations);
      costs.set(name, known);
    }
  }
}
const file = fileURLToPath(new URL('../suites/costs.ts', import.meta.url));
writeFileSync(file, source());
process.exitCode = formatFiles(file);

/** What each check sent in one run, by its name. */
async function costsOfOneRun(effort, seed) {
  const implementation = await startReferenceImplementation();
  const folder = mkdtempSync(join(tmpdir(), 'check-costs-'));
  const { keys, revokedKey, baseUrl } = implementation;
  const options = [
    '--effort',
    effort,
    '--seed',
    String(seed),
    '--revoked-key',
    revokedKey,
    '--report-dir',
    folder,
  ];
  const run = spawn(process.execPath, [main, 'run', baseUrl, ...options], {
    env: { ...process.env, ANIMAL_STORE_API_KEY: effort === 'thorough' ? keys.enterprise : keys.business },
    stdio: 'ignore',
  });
  await once(run, 'close');
  await implementation.close();
  const events = readFileSync(join(folder, 'journal.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  const sent = new Map();
  for (const { exchange } of events.filter(({ type }) => type === 'exchange')) {
    const cost = sent.get(exchange.check) ?? { requests: 0, creations: 0 };
    const isCreation = exchange.request.method === 'POST' && exchange.response?.status === 201;
    sent.set(exchange.check, {
      requests: cost.requests + 1,
      creations: cost.creations + (isCreation ? 1 : 0),
    });
  }
  return sent;
}

function source() {
  const rows = [...costs].map(([name, cost]) => {
    const cells = efforts.map((effort) => `${effort}: [${cost[effort].requests}, ${cost[effort].creations}]`);
    return `  '${name}': { ${cells.join(', ')} },`;
  });
  return `import type { Effort } from '../src/verdict/run-event.ts';

/** How many requests and creations a check sends at an effort. */
export type CheckCost = readonly [requests: number, creations: number];

/**
 * The requests of every check and scenario, by name, to a conforming service; those that only judge other traffic are
 * absent. Measured: scripts/measure-check-costs.mjs writes this file.
 */
export const checkCosts: Readonly<Record<string, Readonly<Record<Effort, CheckCost>>>> = {
${rows.join('\n')}
};
`;
}
