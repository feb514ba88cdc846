import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type KubernetesLoad, kubernetesManifest } from '../../../src/cli/load-export/kubernetes.ts';
import { propertyRuns } from '../../property-runs.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { carriedOut } from '../carried-out.ts';
import type { Job } from './job.ts';

const load: KubernetesLoad = {
  arguments: ['https://staging.example.com/v1', '--rate', '500', '--duration', '10m'],
  shards: 20,
  image: 'registry.example.com/animal-store-conformance:0.1.0',
  startAt: new Date('2026-11-23T12:00:00.000Z'),
  deadlineSeconds: 1500,
  secret: 'animal-store-key',
  claim: null,
};

const folder = temporaryFolder();
const program = join(folder, 'animal-store-conformance');
writeFileSync(program, `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word"; done\n`);
chmodSync(program, 0o755);

function jobsIn(manifest: string): Job[] {
  return parseAllDocuments(manifest).map((document) => document.toJS());
}

/** A word of a command after Kubernetes expanded it, without known variables. */
function expanded(word: string): string {
  return word.replaceAll('$$', '$');
}

/** The words that the container of a job passes to the program. */
function wordsOf(job: Job | undefined, index: number): string[] {
  const [container] = job?.spec.template.spec.containers ?? [];
  const [shell = '', ...words] = [...(container?.command ?? []), ...(container?.args ?? [])].map(expanded);
  const { stdout } = spawnSync(shell, words, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, JOB_COMPLETION_INDEX: String(index) },
  });
  return stdout.split('\0').slice(0, -1);
}

describe('a manifest for Kubernetes', () => {
  test.each([
    [null, ['animal-store-load']],
    ['results', ['animal-store-load', 'animal-store-load-merge']],
  ])('with the claim %s has the Jobs %j', (claim, names) => {
    const jobs = jobsIn(kubernetesManifest({ ...load, claim }));
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual(names);
  });

  test('runs one pod per shard, once, with the key of the Secret', () => {
    const [job] = jobsIn(kubernetesManifest(load));
    expect(job?.spec).toMatchObject({
      completionMode: 'Indexed',
      completions: 20,
      parallelism: 20,
      backoffLimit: 0,
    });
    expect(job?.spec.template.spec.containers[0].env).toEqual([
      {
        name: 'ANIMAL_STORE_API_KEY',
        valueFrom: { secretKeyRef: { name: 'animal-store-key', key: 'api-key' } },
      },
    ]);
  });

  test('has a command that passes the shard of its index', () => {
    const [job] = jobsIn(kubernetesManifest(load));
    expect(wordsOf(job, 7)).toEqual([
      'load',
      ...load.arguments,
      ...['--start-at', '2026-11-23T12:00:00.000Z', '--out', '-', '--shard', '8/20'],
    ]);
    const [inVolume, merge] = jobsIn(kubernetesManifest({ ...load, claim: 'results' }));
    expect(wordsOf(inVolume, 0).slice(-4, -2)).toEqual(['--out', '/results/outcomes']);
    expect(merge?.spec.suspend).toBe(true);
    expect(merge?.spec.template.spec.containers[0].args).toEqual([
      'load',
      'merge',
      '/results/outcomes',
      '--report-dir',
      '/results/report',
    ]);
  });

  test('passes every argument unchanged', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => text.replaceAll('\0', '')),
      fc.constantFrom(
        '$(PATH)',
        '$$(A)',
        '$HOME',
        '`id`',
        "'",
        '"',
        '# no comment',
        '- a: b',
        '~',
        'yes',
        '1e3',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const [job] = jobsIn(kubernetesManifest({ ...load, arguments: words }));
        expect(wordsOf(job, 0).slice(1, 1 + words.length)).toEqual(words);
      }),
      { numRuns: propertyRuns(40) },
    );
  });
});

test('all shards share one random seed, and no key is written', async () => {
  const key = 'a-key-that-is-a-secret-5d0c';
  const { output, status } = await carriedOut(
    [
      'load',
      'export',
      'kubernetes',
      'https://staging.example.com/v1',
      '--shards',
      '3',
      '--image',
      load.image,
    ],
    { folder, environment: { ANIMAL_STORE_API_KEY: key } },
  );
  expect(status).toBe(0);
  expect(output).not.toContain(key);
  expect(output).toMatch(/"--seed","\d+"/);
});

test('a base URL that looks like an expression of a shell or an engine stays text', async () => {
  const url = 'https://staging.example.com/$(id)/${{secrets.X}}/$ANIMAL_STORE_API_KEY/`id`/v1';
  const { output } = await carriedOut(
    ['load', 'export', 'kubernetes', url, '--shards', '2', '--image', load.image],
    { folder },
  );
  expect(output).not.toContain('${{secrets');
  expect(output).toContain('/$$(id)/$$%7B');
});
