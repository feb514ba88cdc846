import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkArguments } from '../../../src/cli/argument-check.ts';
import { initDeclaration } from '../../../src/cli/commands/declarations.ts';
import { initCommand } from '../../../src/cli/commands/init.ts';
import type { Environment } from '../../../src/cli/settings.ts';
import { asyncRefusal } from '../given.ts';
import { keptCommand } from '../kept-command.ts';
import { recordingScreen } from '../recording-screen.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'init-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

interface Typed {
  /** What is typed at each question; a question more waits for ever. */
  readonly answers?: readonly string[];
  readonly isTerminal?: boolean;
  readonly environment?: Environment;
}

/** `init` on a terminal at which somebody types. */
async function init(
  args: readonly string[],
  { answers = [], isTerminal = true, environment = {} }: Typed = {},
) {
  const input = Object.assign(new PassThrough(), { isTTY: isTerminal });
  const messages = recordingScreen(isTerminal);
  const output = recordingScreen(isTerminal);
  const waiting = [...answers];
  const asked: string[] = [];
  const writeVerbatim = (text: string) => {
    messages.write(text);
    const [question] = /[^\n]+ \[[^\]]*\]: $/.exec(stripVTControlCharacters(text)) ?? [];
    if (question !== undefined) {
      asked.push(question);
      input.write(waiting.shift() ?? '');
    }
  };
  const answering = { ...messages, write: writeVerbatim, writeVerbatim };
  const program = {
    output,
    messages: answering,
    environment,
    currentFolder: folder,
    crash: { folder: null, secrets: new Set<string>() },
    exit: () => {
      throw new Error('nothing here ends the process');
    },
  };
  const status = await initCommand(checkArguments(args, initDeclaration), program, input);
  return { status, asked, output: output.written.join(''), messages: messages.written.join('') };
}

function written(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('init', () => {
  test('asks for settings without an option, and writes the answers', async () => {
    const answers = ['https://staging.example.com/v1/\r', 'STAGING_KEY\r', 'pro\r', '\r', 'json\r'];
    const { status, asked, output } = await init([], { answers });
    expect(asked).toEqual([
      'Base URL of the service [http://localhost:8080/v1]: ',
      'Environment variable that holds its API key [ANIMAL_STORE_API_KEY]: ',
      'Plan of that key: free, pro, business, enterprise or unknown [unknown]: ',
      'local, staging, or production (few requests, nothing is created) [staging]: ',
      'Format of the file: yaml, json, js, ts [yaml]: ',
    ]);
    expect(asked.filter((question) => question.length > 80)).toEqual([]);
    expect(JSON.parse(written('conformance.config.json'))).toEqual({
      targets: {
        staging: {
          baseUrl: 'https://staging.example.com/v1',
          apiKey: { env: 'STAGING_KEY' },
          plan: 'pro',
          effort: 'normal',
        },
      },
    });
    expect(output).toBe(
      `conformance.config.json is written. Next:

  export STAGING_KEY=…
  npx animal-store-conformance doctor staging
  npx animal-store-conformance run staging
`,
    );
    expect(status).toBe(0);
  });

  test('repeats the question after an invalid answer, and prints nothing that could be a key', async () => {
    const answers = ['localhost\r', '\r', 'sk_live_4711\r', 'MY_KEY\r', '\r', '\r', 'yaml\r'];
    const { messages, asked } = await init([], { answers });
    expect(asked).toHaveLength(7);
    expect(messages).toContain('did you mean http://localhost?\n');
    expect(messages).toContain('write the name of the variable, in capital letters, e.g. STAGING_KEY\n');
    expect(written('conformance.config.yaml')).not.toContain('sk_live');
  });

  test('asks only for the rest where some answers are given as options', async () => {
    const args = ['http://127.0.0.1:8080/v1', '--plan', 'free', '--key-env=MY_KEY'];
    const { asked, output } = await init(args, {
      answers: ['\r', 'ts\r'],
      environment: { MY_KEY: 'k', ANIMAL_STORE_API_KEY: 'other' },
    });
    expect(asked.map((question) => question.split(' [')[1])).toEqual(['local]: ', 'yaml]: ']);
    expect(output).toContain(
      'conformance.config.ts is written. Next:\n\n  npx animal-store-conformance doctor',
    );
    expect(output).toContain('ANIMAL_STORE_API_KEY is set, and comes before MY_KEY: unset it');
    const all = await init([...args, '--kind', 'local', '--format', 'ts', '--force'], { isTerminal: false });
    expect(all).toMatchObject({ status: 0, asked: [] });
  });

  test.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('%s ends it: nothing is written, and there is no verdict', async (_, key) => {
    const { status, messages } = await init([], { answers: ['\r', key] });
    expect(status).toBe(3);
    expect(messages).toMatch(/\nanimal-store-conformance: init was interrupted: nothing is written\n$/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('does not ask with --yes, and takes the format of the project', async () => {
    await init(['--yes'], { isTerminal: false });
    writeFileSync(join(folder, 'package.json'), '{}');
    await init(['--yes', '--format', 'yaml', '--force'], { isTerminal: false });
    expect(written('conformance.config.yaml')).toMatch(
      /^targets:\n {2}local:\n {4}baseUrl: http:\/\/localhost/,
    );
    rmSync(join(folder, 'conformance.config.yaml'));
    await init(['--yes', '--kind', 'production'], { isTerminal: false });
    expect(written('conformance.config.js')).toContain("effort: 'smoke',\n      readOnly: true,");
    rmSync(join(folder, 'conformance.config.js'));
    writeFileSync(join(folder, 'tsconfig.json'), '{}');
    mkdirSync(join(folder, 'node_modules/animal-store-conformance/schemas'), { recursive: true });
    writeFileSync(join(folder, 'node_modules/animal-store-conformance/schemas/config.schema.json'), '{}');
    await init(['--yes'], { isTerminal: false });
    expect(written('conformance.config.ts')).toContain('defineConfig');
    rmSync(join(folder, 'conformance.config.ts'));
    await init(['--yes', '--format', 'json'], { isTerminal: false });
    expect(JSON.parse(written('conformance.config.json'))).toMatchObject({
      $schema: './node_modules/animal-store-conformance/schemas/config.schema.json',
    });
  });

  test('replaces a file only with --force, and adds none beside another', async () => {
    writeFileSync(join(folder, 'conformance.config.yml'), 'seed: 5\n');
    expect(await asyncRefusal(init(['--yes']))).toBe(
      'conformance.config.yml is here already: change it, or replace it with --force',
    );
    expect(await asyncRefusal(init(['--yes', '--force']))).toBe(
      'conformance.config.yml is here already, and conformance.config.yaml beside it would be one too many: remove it first',
    );
    expect(written('conformance.config.yml')).toBe('seed: 5\n');
    expect(readdirSync(folder)).toEqual(['conformance.config.yml']);
    rmSync(join(folder, 'conformance.config.yml'));
    writeFileSync(join(folder, 'conformance.config.json'), '{ "seed": 5 }');
    expect(await init(['--yes', '--force', '--format=json'])).toMatchObject({ status: 0 });
    expect(written('conformance.config.json')).toContain('"local"');
  });

  test('needs a terminal for its questions', async () => {
    expect(await asyncRefusal(init([], { isTerminal: false }))).toBe(
      'questions need a terminal: pass --yes for the defaults, and answers as options',
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('writes what the other commands take by the name of the target', async () => {
    const made = await keptCommand(['init', '--yes', '--format', 'ts', '--kind', 'staging'], { folder });
    expect(made).toMatchObject({ status: 0, messages: '' });
    const environment = { ANIMAL_STORE_API_KEY: 'key-of-the-tests' };
    const plan = await keptCommand(['run', 'staging', '--dry-run'], { folder, environment });
    expect(plan, plan.messages).toMatchObject({ status: 0, messages: '' });
    expect(plan.output).toContain('http://localhost:8080/v1');
  });
});
