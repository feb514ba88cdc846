import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commands } from '../../src/cli/commands/commands.ts';
import { commandHelp } from '../../src/cli/help-text.ts';
import { describeOption } from '../../src/cli/options/option.ts';
import { carriedOut } from './carried-out.ts';
import { runCommand } from './command.ts';

const folder = tmpdir();

describe('help', () => {
  test('help wins over whatever else is wrong', async () => {
    expect((await carriedOut(['run', '--effort', 'fast', '--help'], { folder })).status).toBe(0);
  });

  test('the version is that of the package', async () => {
    const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const { version }: { version: string } = JSON.parse(text);
    expect(await runCommand(['--version'], { folder })).toEqual({
      status: 0,
      output: `${version}\n`,
      messages: '',
    });
  });
});

describe('requirements', () => {
  test('the help of run names the reports that it writes, and the configuration file', async () => {
    const { output } = await carriedOut(['run', '--help'], { folder });
    for (const name of ['index.html', 'junit.xml', '--config']) {
      expect(output).toContain(name);
    }
  });

  test('a reader that goes away is no error', async () => {
    const command = `"${process.execPath}" dist/src/cli/main.js requirements --format json | head -1`;
    const shell = spawn('/bin/bash', ['-o', 'pipefail', '-c', command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    shell.stderr.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const status = await new Promise((resolve) => shell.once('close', resolve));
    expect({ status, text }).toEqual({ status: 0, text: '[\n' });
  });

  test.runIf(existsSync('/dev/full'))('output that cannot be written is said, status 3', async () => {
    const command = `"${process.execPath}" dist/src/cli/main.js requirements > /dev/full`;
    const failure: unknown = await promisify(execFile)('/bin/bash', ['-c', command]).catch((error) => error);
    expect(failure).toMatchObject({
      code: 3,
      stderr: "animal-store-conformance: can't write the output: the disk is full\n",
    });
  });
});

const examples = /\n\nExamples:\n[\s\S]*?\n\n/;

/** The help without its examples, which stand on a line of their own however long they are. */
function proseOf(help: string): string {
  expect(help).toMatch(examples);
  return help.replace(examples, '\n\n');
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

describe('help', () => {
  test('fits the screen and says everything that a command declares', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...commands),
        fc.integer({ min: 60, max: 200 }),
        async (command, columns) => {
          const prose = proseOf(await commandHelp(command, columns, 'all'));
          expect(prose.split('\n').filter((line) => line.length > columns)).toEqual([]);
          for (const [name, option] of Object.entries(command.options)) {
            const value = option.kind === 'flag' ? '' : `${option.codec.placeholder}: `;
            expect(inOneLine(prose)).toContain(inOneLine(`--${name} ${value}${describeOption(option)}`));
          }
        },
      ),
    );
  });

  test('of a command with many options lists the common ones, and says how to see the others', async () => {
    for (const command of commands) {
      const { name, options, common = Object.keys(options) } = command;
      const help = await commandHelp(command, 80, 'common');
      const listed = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, option]) => option);
      expect(listed.toSorted()).toEqual([...common, 'help', 'version'].toSorted());
      expect('common' in command ? common.length : 0).toBeLessThanOrEqual(12);
      const hidden = Object.keys(options).length - common.length;
      const hint = `animal-store-conformance ${name} --help all lists ${hidden} more options.`;
      expect(help.includes(hint)).toBe(hidden > 0);
    }
  });
});
