import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../temporary-folder.ts';
import { npmThatTells, repository, runScript, writePrograms } from './run-script.ts';
import { type ServedService, serveConformingAndFaulty } from './served-service.ts';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; required?: boolean; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const text = readFileSync(join(repository, 'action.yml'), 'utf8');
const action: Action = parse(text);
const [install, verify] = action.runs.steps;

/** How the runner calls the shell `bash`. */
const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail'];

/** A step's variables, as the runner makes them of the action's inputs. */
function variables(step: Step | undefined, given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression)?.[1] ?? '';
      return [name, given[input] ?? action.inputs[input]?.default ?? `no input: ${expression}`];
    }),
  );
}

let folder = '';
let service: ServedService;
let faulty: ServedService;
beforeAll(async () => {
  folder = temporaryFolder();
  [service, faulty] = await serveConformingAndFaulty(folder);
});
afterAll(async () => {
  await Promise.all([service.close(), faulty.close()]);
});

/** What the runner reads in the file of outputs, in both of its forms: a line, and lines up to a delimiter. */
function readOutputs(text: string): Record<string, string> {
  const form = /^([^=\n]+?)(?:<<(?<delimiter>[^\n]+)\n(.*?)\n\k<delimiter>|=([^\n]*))\n/gms;
  return Object.fromEntries(
    Array.from(text.matchAll(form), ([, name, , lines, line]) => [name, lines ?? line]),
  );
}

/** Runs the second step in a folder of its own; `outputs` is what it hands on. */
async function verified(given: Readonly<Record<string, string>>, actionPath = repository) {
  const workspace = mkdtempSync(join(folder, 'workspace-'));
  const outputs = join(workspace, 'outputs');
  const summary = join(workspace, 'summary');
  writeFileSync(outputs, '');
  writeFileSync(summary, '');
  const ended = await runScript(bash, verify?.run ?? '', {
    folder: workspace,
    environment: {
      ...variables(verify, given),
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: actionPath,
      GITHUB_OUTPUT: outputs,
      GITHUB_STEP_SUMMARY: summary,
    },
  });
  const written = readFileSync(outputs, 'utf8');
  return {
    ...ended,
    workspace,
    summary: readFileSync(summary, 'utf8'),
    outputs: readOutputs(written),
  };
}

describe('the GitHub action', () => {
  test('pins what is not its own, has a shell for each script, and no expression within one', () => {
    for (const step of action.runs.steps) {
      expect([step.run, step.uses].filter((kind) => kind !== undefined)).toHaveLength(1);
      if (step.uses !== undefined) {
        expect(step.uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      } else {
        expect(step.shell).toBe('bash');
        expect(step.run).not.toContain('${{');
      }
    }
  });

  /** The first step where the action lies in `path`; `paths` is what it adds to PATH. */
  async function installed(path: string, tools: Readonly<Record<string, string>>) {
    const temporary = mkdtempSync(join(folder, 'temporary-'));
    const programs = join(temporary, 'programs');
    writePrograms(programs, tools);
    const added = join(temporary, 'path');
    const ended = await runScript(bash, install?.run ?? '', {
      folder,
      programs,
      environment: { GITHUB_ACTION_PATH: path, GITHUB_PATH: added, RUNNER_TEMP: temporary },
    });
    return { ended, paths: existsSync(added) ? readFileSync(added, 'utf8').split('\n').slice(0, -1) : [] };
  }

  test('installs what is locked where the suite is not built yet', async () => {
    const { ended } = await installed(folder, npmThatTells);
    expect(ended).toEqual({ status: 0, output: 'npm asked for: ci --no-audit --no-fund\n', messages: '' });
  });

  test('installs nothing where it is built, and hands the command on to later steps', async () => {
    const { ended, paths } = await installed(repository, npmThatTells);
    expect(ended).toEqual({ status: 0, output: '', messages: '' });
    expect(paths).toHaveLength(1);
    const script = 'animal-store-conformance --version';
    const shown = await runScript(bash, script, { folder, programs: paths[0] ?? '', environment: {} });
    expect(shown.output).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
  });

  test('names the remedy where Node.js is too old', async () => {
    const { ended, paths } = await installed(folder, { ...npmThatTells, node: 'exit 1' });
    expect(ended.status).toBe(2);
    expect(ended.output).toMatch(/^::error::[^\n]*actions\/setup-node[^\n]*\n$/);
    expect(paths).toEqual([]);
  });

  test('a conforming service: outputs, summary and reports', async () => {
    const { status, outputs, summary, workspace, output, messages } = await verified({
      'base-url': service.baseUrl,
      'api-key': service.key,
      plan: 'enterprise',
      effort: 'smoke',
      args: '--only\nlist/*\n\n--plan-limit=enterprise=60000/5000000\r\n',
      'report-dir': 'the reports',
    });
    expect(outputs, output + messages).toEqual({
      verdict: 'conformant',
      failures: '0',
      status: '0',
      'report-folder': join(workspace, 'the reports'),
    });
    expect(status).toBe(0);
    expect(summary).toMatch(/^## /);
    const report = JSON.parse(readFileSync(join(workspace, 'the reports/report.json'), 'utf8'));
    expect(report.run.effort).toBe('smoke');
    expect(output + messages + summary).not.toContain(service.key);
  });

  test('a service that does not conform: the step fails after it reported the number', async () => {
    const { status, outputs, output } = await verified({
      'base-url': faulty.baseUrl,
      'api-key': faulty.key,
      args: '--only=list/limit-bounds-count',
    });
    expect(status).toBe(1);
    expect(outputs).toMatchObject({ verdict: 'non-conformant', failures: '1', status: '1' });
    expect(output).toMatch(/^::error title=list\/limit-bounds-count/m);
  });

  test('every input reaches the command, keys by the environment alone', async () => {
    const actionPath = join(folder, 'action that tells');
    mkdirSync(join(actionPath, 'dist/src/cli'), { recursive: true });
    writeFileSync(
      join(actionPath, 'dist/src/cli/main.js'),
      'const { ANIMAL_STORE_API_KEY: one, ANIMAL_STORE_QUOTA_KEYS: more } = process.env;' +
        'console.log(JSON.stringify({ options: process.argv.slice(2), keys: [one, more] }));',
    );
    const given = {
      'base-url': 'http://127.0.0.1/v 1',
      'api-key': 'first key',
      'quota-keys': 'free=second,pro=third',
      plan: 'pro',
      effort: 'thorough',
      waivers: 'known failures.yaml',
      baseline: 'the report.json',
      catalogue: '1',
      'require-complete': 'true',
      args: '--header\nX-Way: a * b',
      'report-dir': 'there',
    };
    const { output } = await verified(given, actionPath);
    const named = '--report-dir=there --plan=pro --effort=thorough'.split(' ');
    const files = [`--waivers=${given.waivers}`, `--baseline=${given.baseline}`];
    const further = ['--catalogue=1', '--require-complete', '--header', 'X-Way: a * b'];
    expect(JSON.parse(output)).toEqual({
      options: ['run', ...named, ...files, ...further, '--', given['base-url']],
      keys: [given['api-key'], given['quota-keys']],
    });
    const bare = await verified({ 'base-url': 'staging' }, actionPath);
    expect(JSON.parse(bare.output)).toEqual({
      options: ['run', '--report-dir=animal-store-conformance', '--', 'staging'],
      keys: ['', ''],
    });
  });

  test('the input require-complete accepts only true and false', async () => {
    for (const value of ['yes', '--reference', 'true --reference', 'true\n::error::x', '$(touch made)']) {
      const { status, outputs, output, messages, workspace } = await verified({
        'base-url': service.baseUrl,
        'api-key': service.key,
        'require-complete': value,
      });
      expect(status).toBe(2);
      expect(outputs).toMatchObject({ verdict: 'none', failures: '', status: '2' });
      expect({ output, messages }).toEqual({
        output: '::error::Input require-complete: expected true or false.\n',
        messages: '',
      });
      expect(existsSync(join(workspace, 'made'))).toBe(false);
    }
  });

  test('a line break in the folder of the reports forges no output', async () => {
    const { status, outputs, workspace } = await verified({
      'base-url': faulty.baseUrl,
      'api-key': faulty.key,
      args: '--only=list/limit-bounds-count',
      'report-dir': 'there\nverdict=conformant\nstatus=0',
    });
    expect(status).toBe(1);
    expect(outputs).toEqual({
      verdict: 'non-conformant',
      failures: '1',
      status: '1',
      'report-folder': join(workspace, 'there\nverdict=conformant\nstatus=0'),
    });
  });

  test('what is wrong in the inputs is no verdict, not that of an earlier step either, and is not run by the shell', async () => {
    const earlier = mkdtempSync(join(folder, 'earlier-'));
    writeFileSync(join(earlier, 'report.json'), '{"verdict":"conformant","requirements":[]}');
    const { status, outputs, messages, workspace } = await verified({
      'base-url': service.baseUrl,
      'api-key': service.key,
      'report-dir': earlier,
      args: '--only=$(touch made)\n--no-such; touch made',
    });
    expect(status).toBe(2);
    expect(outputs).toMatchObject({ verdict: 'none', failures: '', status: '2', 'report-folder': earlier });
    expect(messages).toContain('no-such');
    expect(() => readFileSync(join(workspace, 'made'))).toThrow('ENOENT');
  });
});
