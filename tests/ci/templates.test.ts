import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.ts';
import { commandProgram, npmThatTells, repository, runScript, writePrograms } from './run-script.ts';
import { type ServedService, serveConformingAndFaulty } from './served-service.ts';

interface Job {
  readonly image: { readonly name: string; readonly entrypoint: readonly string[] };
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly artifacts: {
    readonly when: string;
    readonly paths: readonly string[];
    readonly reports: Readonly<Record<string, string>>;
  };
}

const path = join(repository, 'ci/gitlab/animal-store-conformance.yml');
const template: Readonly<Record<string, Job | undefined>> = parse(readFileSync(path, 'utf8'));
const job = template['animal-store-conformance'];

const jenkinsfile = readFileSync(join(repository, 'ci/jenkins/Jenkinsfile'), 'utf8');
const [install = '', verify = ''] = [...jenkinsfile.matchAll(/\bsh '''\n(.*?)'''/gs)].map(
  ([, script]) => script,
);

/** How Jenkins calls the shell; with `-x` every command is in the log. */
const shell = ['sh', '-xe'];

let folder = '';
let programs = '';
let other = '';
let faulty: ServedService;
let conforming: ServedService;
beforeAll(async () => {
  folder = temporaryFolder();
  programs = join(folder, 'programs');
  writePrograms(programs, commandProgram);
  other = join(folder, 'other-programs');
  writePrograms(other, npmThatTells);
  [conforming, faulty] = await serveConformingAndFaulty(folder);
});
afterAll(async () => {
  await Promise.all([faulty.close(), conforming.close()]);
});

/** Both scripts as the runner joins them, by the shell that Alpine has. */
function runGitLab(environment: Readonly<Record<string, string>>, from: string) {
  const script = [...(job?.before_script ?? []), ...(job?.script ?? [])].join('\n');
  return runScript(['sh', '-e'], script, { folder, programs: from, environment });
}

describe('the GitLab template', () => {
  test('a service that does not conform fails the job, and the reports are where GitLab looks for them', async () => {
    const { status, output, messages } = await runGitLab(
      {
        ANIMAL_STORE_BASE_URL: faulty.baseUrl,
        ANIMAL_STORE_API_KEY: faulty.key,
        ANIMAL_STORE_ARGUMENTS:
          '--plan enterprise --plan-limit enterprise=60000/5000000 --only list/limit-b*',
      },
      programs,
    );
    expect(output, messages).toContain('list/limit-bounds-count');
    expect(status).toBe(1);
    expect(output + messages).not.toContain(faulty.key);
    expect(job?.artifacts.when).toBe('always');
    const { junit = '', codequality = '' } = job?.artifacts.reports ?? {};
    expect(readFileSync(join(folder, junit), 'utf8')).toContain('<failure');
    expect(JSON.parse(readFileSync(join(folder, codequality), 'utf8'))).toHaveLength(1);
    for (const kept of job?.artifacts.paths ?? []) {
      expect(existsSync(join(folder, kept, 'index.html')), kept).toBe(true);
    }
  });

  test('without an address one line says what to set', async () => {
    const { status, output, messages } = await runGitLab({ ANIMAL_STORE_API_KEY: faulty.key }, programs);
    expect(status).not.toBe(0);
    expect(output).toBe('');
    expect(messages).toMatch(/ANIMAL_STORE_BASE_URL: set it to [^\n]+\n$/);
  });

  test('where the image does not have the command, the tarball that was named is installed', async () => {
    const named = await runGitLab({ ANIMAL_STORE_PACKAGE: 'https://example.com/suite.tgz' }, other);
    expect(named.output).toBe(
      'npm asked for: install --global --no-audit --no-fund -- https://example.com/suite.tgz\n',
    );
    const unnamed = await runGitLab({}, other);
    expect(unnamed.output).toBe('');
    expect(unnamed.messages).toMatch(/ANIMAL_STORE_PACKAGE: set it to the tarball/);
  });
});

describe('the Jenkinsfile', () => {
  test('has the key from the store of credentials, and as no parameter', () => {
    expect(jenkinsfile).toMatch(/ANIMAL_STORE_API_KEY = credentials\('[\w-]+'\)/);
    expect(jenkinsfile).not.toMatch(/name: '[^']*KEY/);
    expect(install + verify).not.toContain('KEY');
  });

  test('verifies, with a page that its policy lets through, and reports where it looks for them', async () => {
    const { status, output, messages } = await runScript(shell, verify, {
      folder,
      programs,
      environment: {
        ANIMAL_STORE_BASE_URL: conforming.baseUrl,
        ANIMAL_STORE_API_KEY: conforming.key,
        ANIMAL_STORE_ARGUMENTS: '--only auth/*',
      },
    });
    expect(status, output + messages).toBe(0);
    expect(output + messages).not.toContain(conforming.key);
    const [, junit = ''] = /testResults: '([^']+)'/.exec(jenkinsfile) ?? [];
    expect(readFileSync(join(folder, junit), 'utf8')).toContain('<testsuites');
    const [, pages = ''] = /reportDir: '([^']+)'/.exec(jenkinsfile) ?? [];
    expect(existsSync(join(folder, pages, 'index.html'))).toBe(true);
    expect(existsSync(join(folder, pages, 'page.css'))).toBe(true);
  });
});
