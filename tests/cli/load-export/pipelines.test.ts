import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { githubWorkflow, gitlabJobs } from '../../../src/cli/load-export/pipelines.ts';
import type { ShardedLoad } from '../../../src/cli/load-export/sharded-load.ts';

const load: ShardedLoad = {
  name: 'animal-store-load',
  arguments: ['https://staging.example.com/v1', '--rate', '500', '--objective', "p99<250ms 'quoted'"],
  shards: 3,
  image: 'registry.example.com/animal-store-conformance:0.1.0',
};
const folder = mkdtempSync(join(tmpdir(), 'pipelines-'));
const program = join(folder, 'animal-store-conformance');
writeFileSync(program, `#!/bin/sh\nfor word in "$@"; do printf '%s\\0' "$word"; done\n`);
chmodSync(program, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

function carriedOut(script: string, variables: Readonly<Record<string, string>> = {}): string {
  const env = { PATH: `${folder}:${process.env['PATH']}`, ...variables };
  const { stdout, stderr } = spawnSync('sh', ['-e', '-c', script], { encoding: 'utf8', env, cwd: folder });
  expect(stderr).toBe('');
  return stdout;
}

function wordsOf(script: string, variables: Readonly<Record<string, string>> = {}): string[] {
  return carriedOut(script, variables).split('\0').slice(0, -1);
}

const startAt = '2026-11-23T12:00:00Z';
const shardWords = [
  'load',
  ...load.arguments,
  ...['--shard', '2/3', '--start-at', startAt, '--out', 'outcomes'],
];

describe('a workflow of GitHub Actions', () => {
  const { jobs } = parse(githubWorkflow(load));

  test('runs every shard, and merges their outcomes even if one failed', () => {
    expect(jobs.shard.strategy).toEqual({ 'fail-fast': false, matrix: { shard: [1, 2, 3] } });
    expect([jobs.shard.needs, jobs.merge.needs, jobs.merge.if]).toEqual(['plan', 'shard', 'always()']);
    const [{ run, env }] = jobs.shard.steps;
    expect(env).toEqual({ ANIMAL_STORE_API_KEY: '${{ secrets.ANIMAL_STORE_API_KEY }}' });
    const filled = run
      .replaceAll('${{ matrix.shard }}', '2')
      .replace('${{ needs.plan.outputs.start-at }}', startAt);
    expect(wordsOf(filled)).toEqual(shardWords);
    expect(wordsOf(jobs.merge.steps[1].run)).toEqual(['load', 'merge', 'outcomes', '--report-dir', 'report']);
  });

  test('leaves an expression in an argument to no one', () => {
    const name = "Rex ${{ secrets.X }} $${{{ 'a' }} {tag}";
    const workflow = parse(githubWorkflow({ ...load, arguments: ['--name-template', name] }));
    const [{ run }] = workflow.jobs.shard.steps;
    expect(run.match(/\$\{\{.*?\}\}/g).slice(0, -2)).toEqual(["${{ '${{' }}", "${{ '${{' }}"]);
    const filled = run
      .replaceAll("${{ '${{' }}", () => '${{')
      .replace('${{ matrix.shard }}', '2')
      .replace('${{ needs.plan.outputs.start-at }}', startAt);
    expect(wordsOf(filled).slice(0, 3)).toEqual(['load', '--name-template', name]);
  });

  test('sets a time at which all start, some minutes ahead', () => {
    const output = join(folder, 'output');
    const before = Date.now();
    const text = carriedOut(`${jobs.plan.steps[0].run}; cat "$GITHUB_OUTPUT"`, { GITHUB_OUTPUT: output });
    const time = Date.parse(/^start-at=(\S+)$/m.exec(text)?.[1] ?? '');
    expect(time - before).toBeGreaterThan(170_000);
    expect(time - Date.now()).toBeLessThan(190_000);
  });
});

describe('jobs of GitLab CI', () => {
  const jobs = parse(gitlabJobs(load));

  test('run every shard, and merge their outcomes even if one failed', () => {
    const shard = jobs['animal-store-load'];
    expect(shard.parallel).toEqual({ matrix: [{ SHARD: ['1', '2', '3'] }] });
    expect(wordsOf(shard.script[0], { SHARD: '2', START_AT: startAt })).toEqual(shardWords);
    expect(shard.artifacts).toEqual({ when: 'always', paths: ['outcomes'] });
    const merge = jobs['animal-store-load-merge'];
    expect(merge.when).toBe('always');
    expect(wordsOf(merge.script[0])).toEqual(['load', 'merge', 'outcomes', '--report-dir', 'report']);
  });

  test('set a time at which all start, some minutes ahead', () => {
    const before = Date.now();
    const text = carriedOut(`${jobs['animal-store-load-plan'].script[0]}; cat plan.env`);
    const time = Date.parse(/^START_AT=(\S+)$/m.exec(text)?.[1] ?? '');
    expect(time - before).toBeGreaterThan(170_000);
    expect(time - Date.now()).toBeLessThan(190_000);
  });
});
