import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { startReferenceImplementation } from '../../../reference-impl/index.ts';
import { endOf } from '../../end-of.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { carriedOut } from '../carried-out.ts';
import type { Job } from './job.ts';

const main = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const folder = temporaryFolder();
const program = join(folder, 'animal-store-conformance');
writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
chmodSync(program, 0o755);

const image = 'registry.example.com/animal-store-conformance:0.1.0';
/** Time for two processes to start on a busy machine, in ms. */
const startMs = 15_000;

function loadExport(...args: readonly string[]) {
  return carriedOut(['load', 'export', ...args], { folder });
}

/** Runs the container of a job for one index, as Kubernetes does, and returns its log. */
async function logOf(job: Job, index: number, key: string): Promise<string> {
  const [container] = job.spec.template.spec.containers;
  const words = [...(container?.command ?? []), ...(container?.args ?? [])];
  const [shell = '', ...rest] = words.map((word) => word.replaceAll('$$', '$'));
  const child = spawn(shell, rest, {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env['PATH']}`,
      JOB_COMPLETION_INDEX: String(index),
      ANIMAL_STORE_API_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return (await endOf(child)).output;
}

test('the pods of a manifest make the load, and their logs are merged', { timeout: 90_000 }, async () => {
  const service = await startReferenceImplementation();
  try {
    const { output } = await loadExport(
      ...['kubernetes', service.baseUrl, '--rate', '20', '--duration', '1s', '--read-only'],
      ...['--shards', '2', '--image', image, '--start-at', new Date(Date.now() + startMs).toISOString()],
    );
    const job: Job = parseDocument(output).toJS();
    const logs = await Promise.all([0, 1].map((index) => logOf(job, index, service.keys.enterprise)));
    writeFileSync(join(folder, 'shards.log'), logs.join(''));
    const merged = await carriedOut(['load', 'merge', 'shards.log', '--report-dir', 'report'], { folder });
    const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'));
    expect(report.load.requests, merged.messages).toBeGreaterThanOrEqual(19);
    expect(report.load.requests).toBeLessThanOrEqual(21);
  } finally {
    await service.close();
  }
});

test('all shards share one random seed, and no key is written', async () => {
  const key = 'a-key-that-is-a-secret-5d0c';
  const { output, status } = await carriedOut(
    ['load', 'export', 'kubernetes', 'https://staging.example.com/v1', '--shards', '3', '--image', image],
    { folder, environment: { ANIMAL_STORE_API_KEY: key } },
  );
  expect(status).toBe(0);
  expect(output).not.toContain(key);
  expect(output).toMatch(/"--seed","\d+"/);
});

test('a base URL that looks like an expression of a shell or an engine stays text', async () => {
  const url = 'https://staging.example.com/$(id)/${{secrets.X}}/$ANIMAL_STORE_API_KEY/`id`/v1';
  const { output } = await loadExport('kubernetes', url, '--shards', '2', '--image', image);
  expect(output).not.toContain('${{secrets');
  expect(output).toContain('/$$(id)/$$%7B');
});
