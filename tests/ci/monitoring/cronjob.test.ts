import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runCommand } from '../../cli/command.ts';
import type { Job } from '../../cli/load-export/job.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { repository } from '../run-script.ts';

interface CronJob {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly suspend?: boolean; readonly jobTemplate: Pick<Job, 'spec'> };
}

const manifest = readFileSync(join(repository, 'ci/monitoring/cronjob.yaml'), 'utf8');
const jobs: CronJob[] = parseAllDocuments(manifest).map((document) => document.toJS());
const folder = temporaryFolder();

function containerOf(job: CronJob) {
  const [{ args, command = [], env = [] }] = job.spec.jobTemplate.spec.template.spec.containers;
  return { args, command, env };
}

describe('the CronJobs', () => {
  test('create nothing, push the metrics of a run that fails, too, and end with its status', () => {
    for (const job of jobs) {
      const { args, command } = containerOf(job);
      expect(args).toContain('--read-only');
      const run = join(folder, 'run');
      writeFileSync(run, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      writeFileSync(join(folder, 'wget'), '#!/bin/sh\necho "$@" > pushed\n', { mode: 0o755 });
      const [shell = '', ...words] = command;
      const { status } = spawnSync(shell, [...words.slice(0, -1), run], {
        cwd: folder,
        env: { PATH: `${folder}:${process.env['PATH']}`, PUSHGATEWAY: 'http://gateway:9091' },
      });
      expect(status).toBe(1);
      expect(readFileSync(join(folder, 'pushed'), 'utf8')).toMatch(
        `--post-file report/metrics.prom http://gateway:9091/metrics/job/${job.metadata.name}`,
      );
    }
  });

  test.each(jobs.map((job) => [job.metadata.name, job] as const))(
    '%s has a command line that the program takes',
    async (_name, job) => {
      const { args, env } = containerOf(job);
      const values: Readonly<Record<string, string>> = {
        ANIMAL_STORE_API_KEY: 'a-key-for-the-checks-81c4',
        ANIMAL_STORE_QUOTA_KEYS: 'free=a-key-for-the-limits-5f0e',
      };
      const environment = Object.fromEntries(env.map(({ name }) => [name, values[name] ?? '']));
      const { status, output, messages } = await runCommand([...args, '--dry-run'], { folder, environment });
      expect([status, messages]).toEqual([0, '']);
      expect(output).toMatch(/requests/);
    },
  );
});
