import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/cli/argument-check.ts';
import { askedTarget } from '../../src/cli/ask-target.ts';
import { runCommand } from '../../src/cli/commands/run.ts';
import { runDeclaration } from '../../src/cli/commands/service-commands.ts';
import { inertText } from '../../src/cli/inert-text.ts';
import type { Environment } from '../../src/cli/settings.ts';
import { runCommand as runBuilt } from './command.ts';
import { asyncRefusal } from './given.ts';
import { recordingScreen } from './recording-screen.ts';

const key = 'kQ7zR2mWx9-typed';
const missing = 'the base URL is missing: write run <base-url>, or run --reference';
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ask-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

interface Typed {
  /** What is typed at each question; a question more waits for ever. */
  readonly answers?: readonly string[];
  readonly isTerminal?: boolean;
  readonly inputIsTerminal?: boolean;
  readonly environment?: Environment;
}

/** A terminal at which somebody types. */
function terminal({ answers = [], isTerminal = true, inputIsTerminal = true, environment = {} }: Typed) {
  const input = Object.assign(new PassThrough(), { isTTY: inputIsTerminal });
  const messages = recordingScreen(isTerminal);
  const output = recordingScreen(isTerminal);
  const waiting = [...answers];
  const writeVerbatim = (text: string) => {
    messages.write(text);
    if (/: $/.test(stripVTControlCharacters(text))) {
      setImmediate(() => input.write(waiting.shift() ?? ''));
    }
  };
  const program = {
    output,
    messages: { ...messages, writeVerbatim, write: (text: string) => writeVerbatim(inertText(text, true)) },
    environment,
    currentFolder: folder,
    crash: { folder: null, secrets: new Set<string>() },
    exit: () => {
      throw new Error('nothing here ends the process');
    },
  };
  const shown = () => stripVTControlCharacters([...messages.written, ...output.written].join(''));
  return { input, program, shown };
}

async function ask(args: readonly string[], typed: Typed) {
  const { input, program, shown } = terminal(typed);
  const target = await askedTarget(checkArguments(args, runDeclaration), program, input);
  const { secrets } = program.crash;
  return {
    baseUrl: target?.settings.baseUrl()?.value,
    apiKey: target?.settings.value('api-key'),
    shown: shown(),
    secrets,
  };
}

const end = async (args: readonly string[], typed: Typed) => {
  const { input, program, shown } = terminal(typed);
  const status = await runCommand(checkArguments(args, runDeclaration), program, input);
  return { status, shown: shown() };
};

describe('run without a base URL in a terminal', () => {
  test('asks for it and for the key, which is not shown', async () => {
    const asked = await ask([], { answers: ['http://localhost:9/v1/\r', `${key}\r`] });
    expect(asked).toMatchObject({ baseUrl: 'http://localhost:9/v1', apiKey: key });
    expect(asked.shown).toContain(
      'Base URL of the service [http://localhost:8080/v1]: http://localhost:9/v1/',
    );
    expect(asked.shown).toMatch(/API key \(not shown\): \n$/);
    expect(asked.shown).not.toMatch(/[\u2400-\u243f]/);
    expect(asked.shown).not.toContain(key);
    expect([...asked.secrets]).toEqual([key]);
  });

  test('shows no key that is pasted together with the base URL', async () => {
    const asked = await ask([], { answers: [`http://localhost:9/v1\r${key}\r`] });
    expect(asked).toMatchObject({ baseUrl: 'http://localhost:9/v1', apiKey: key });
    expect(asked.shown).not.toContain(key);
  });

  test('repeats the question after an invalid answer', async () => {
    const asked = await ask([], { answers: ['localhost\r', '\r', '\r', `${key}\r`] });
    expect(asked).toMatchObject({ baseUrl: 'http://localhost:8080/v1', apiKey: key });
    expect(asked.shown).toContain('did you mean http://localhost?');
    expect(asked.shown).toContain('the API key is empty');
  });

  test('asks for no key that the environment has, or that a dry run does without', async () => {
    const environment = { ANIMAL_STORE_API_KEY: 'from-the-environment' };
    const asked = await ask([], { answers: ['\r'], environment });
    expect(asked).toMatchObject({ apiKey: 'from-the-environment' });
    const { status, shown } = await end(['--dry-run'], { answers: ['\r'] });
    expect(status).toBe(0);
    expect(shown).not.toContain('API key (not shown)');
    expect(shown).toContain('Dry run: nothing was sent to http://localhost:8080/v1.');
  });

  test.each([
    ['Ctrl-C at the base URL', ['\x03']],
    ['Ctrl-D at the base URL', ['\x04']],
    ['Ctrl-C at the key', ['\r', '\x03']],
    ['Ctrl-D at the key', ['\r', '\x04']],
  ])('ends with status 2 at %s', async (_, answers) => {
    const { status, shown } = await end([], { answers });
    expect(status).toBe(2);
    expect(shown).toMatch(/\nanimal-store-conformance: run was interrupted: nothing was sent\n$/);
  });

  test.each([
    ['no input to answer on', [], { inputIsTerminal: false }],
    ['no terminal to ask on', [], { isTerminal: false }],
    ['a build', [], { environment: { CI: '1' } }],
    ['events for programs', ['--output', 'json'], {}],
  ])('asks nothing with %s', async (_, args, typed) => {
    expect(await asyncRefusal(end(args, typed))).toBe(missing);
  });

  test('asks nothing where the configuration has the base URL', async () => {
    writeFileSync(join(folder, 'conformance.config.json'), '{ "baseUrl": "http://localhost:7/v1" }');
    const { baseUrl, shown } = await ask([], {});
    expect({ baseUrl, shown }).toEqual({ baseUrl: 'http://localhost:7/v1', shown: '' });
  });

  test('is one clear line outside a terminal', async () => {
    const { status, output, messages } = await runBuilt(['run'], { folder });
    expect({ status, output }).toEqual({ status: 2, output: '' });
    expect(messages).toBe(`animal-store-conformance: ${missing}. Try animal-store-conformance run --help\n`);
  });
});
